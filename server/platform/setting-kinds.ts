/** The kinds of settings: the values that each accepts, and the message about a wrong one, after the setting's name. */
import * as z from 'zod/mini';

/** The reference of a setting, in Markdown. */
interface SettingReference {
  readonly means: string;
  /** The default, if the schema has none or its value is not clear enough. */
  readonly preset?: string;
  /** Live mode refuses to start without the setting; this is the message. */
  readonly missing?: string;
}

/** The references, by schema. */
export const references = z.registry<SettingReference>();

/** Attaches the reference of a setting to its schema. */
export const setting = <Schema extends z.ZodMiniType>(
  schema: Schema,
  reference: SettingReference,
): Schema => {
  references.add(schema, reference);
  return schema;
};

/** Any text. */
export const text = (reference: SettingReference) => setting(z.optional(z.string()), reference);

/** On or off: `1` turns on what is off by default, `0` turns off what is on. */
export function flag(preset: boolean, means: string) {
  const parsed = z.pipe(
    z.string(),
    z.transform((given) => (preset ? given !== '0' : given === '1')),
  );
  return setting(z._default(parsed, preset), { preset: preset ? 'on' : 'off', means });
}

/** A number of at least 0 that follows `rule`, which returns what is wrong with it. */
export function number(
  preset: number,
  means: string,
  rule: (value: number) => string | undefined = () => undefined,
) {
  const parsed = z.pipe(
    z.string(),
    z.transform((given, context) => {
      const value = Number(given);
      const isNumber = Number.isFinite(value) && value >= 0;
      const message = isNumber ? rule(value) : `is a number of at least 0, not "${given}"`;
      if (message === undefined) return value;
      context.issues.push({ code: 'custom', message, input: given });
      return z.NEVER;
    }),
  );
  return setting(z._default(parsed, preset), { means });
}

/** An http address, without a slash at its end. */
export const address = (reference: SettingReference) =>
  setting(
    z.optional(
      z.string().check(
        z.overwrite((given) => given.replace(/\/+$/, '')),
        z.refine((given) => URL.canParse(given) && /^https?:/.test(given), {
          error: ({ input }) => `is an address such as https://phones.example.com, not "${String(input)}"`,
        }),
      ),
    ),
    reference,
  );

/** The http address of a host, without path, query and credentials; read as its origin. */
export const origin = (reference: SettingReference) =>
  setting(
    z.optional(
      z.pipe(
        z.string(),
        z.transform((given, context) => {
          const url = URL.canParse(given) ? new URL(given.replace(/\/+$/, '')) : undefined;
          if (url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`)
            return url.origin;
          const message = `is an address without a path, such as https://phones.example.com, not "${given}"`;
          context.issues.push({ code: 'custom', message, input: given });
          return z.NEVER;
        }),
      ),
    ),
    reference,
  );

const quoted = (options: readonly string[]): string => options.map((option) => `"${option}"`).join(' or ');

/** One of a few words. */
export function choice<const Options extends readonly [string, ...string[]]>(options: Options) {
  return z.enum(options, { error: ({ input }) => `is ${quoted(options)}, not "${String(input)}"` });
}
