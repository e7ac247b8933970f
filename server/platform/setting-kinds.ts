/** The kinds of settings: the values that each accepts, and the message about a wrong one, after the setting's name. */
import { isIP } from 'node:net';

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

/** A text of a form. `error` follows the setting's name and does not repeat the value, which may contain a secret. */
const shaped = (isRight: (given: string) => boolean, error: string, reference: SettingReference) =>
  setting(z.optional(z.string().check(z.refine(isRight, { error }))), reference);

/** A text that begins with one of these. */
export const prefixed = (prefixes: readonly string[], reference: SettingReference) =>
  shaped(
    (given) => prefixes.some((prefix) => given.startsWith(prefix)),
    `begins with ${prefixes.join(' or ')}`,
    reference,
  );

const isAddress = (given: string, protocols: readonly string[]): boolean =>
  protocols.some((protocol) => given.startsWith(protocol)) && URL.canParse(given);

const addressRule = (example: string): string =>
  `is an address such as ${example}, in which special characters of a password are written as %23 for #`;

/** The address of a service with one of these protocols, such as `redis://`. */
export const serviceAddress = (protocols: readonly string[], example: string, reference: SettingReference) =>
  shaped(
    (given) => isAddress(given, protocols) && new URL(given).hostname !== '',
    addressRule(example),
    reference,
  );

/** The address of a PostgreSQL, which may lack a host: it is then a parameter, as for a socket in a folder. */
export const databaseAddress = (reference: SettingReference) =>
  shaped(
    (given) => isAddress(given.replace('@/', '@host/'), ['postgres://', 'postgresql://']),
    addressRule('postgres://user:password@host:5432/name'),
    reference,
  );

/** A text of at least so many characters. */
export const secret = (minLength: number, reference: SettingReference) =>
  shaped(
    (given) => given.length >= minLength,
    `has at least ${minLength} characters: make one with openssl rand -base64 32`,
    reference,
  );

const mailAddress = /^[^\s@<>]+@[^\s@<>]+$/;
const namedMailAddress = /^[^<>]*<[^\s@<>]+@[^\s@<>]+>$/;

/** An e-mail address. */
export const mailbox = (reference: SettingReference) =>
  shaped((given) => mailAddress.test(given), 'is an e-mail address, such as you@example.com', reference);

/** An e-mail address, with or without a name before it. */
export const sender = (reference: SettingReference) =>
  shaped(
    (given) => mailAddress.test(given) || namedMailAddress.test(given),
    'is an e-mail address, such as Ringback <hello@example.com>',
    reference,
  );

/** Proxies: addresses, networks and the names of `proxy-addr`, comma-separated. */
export const proxies = (preset: string, reference: SettingReference) =>
  setting(
    z._default(
      z.string().check(
        z.refine((given) => given.split(',').every((each) => isProxy(each.trim())), {
          error: ({ input }) =>
            `is a list of addresses and networks, such as loopback,10.0.0.0/8, not "${String(input)}"`,
        }),
      ),
      preset,
    ),
    reference,
  );

const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];

function isProxy(given: string): boolean {
  if (proxyNames.includes(given)) return true;
  const [ip = '', bits, ...more] = given.split('/');
  const version = isIP(ip);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** On or off: `1` or `0`. */
export function flag(preset: boolean, means: string) {
  const parsed = z.pipe(
    z.enum(['0', '1'], { error: ({ input }) => `is 0 or 1, not "${String(input)}"` }),
    z.transform((given) => given === '1'),
  );
  return setting(z._default(parsed, preset), { preset: preset ? 'on' : 'off', means });
}

/** No setting makes sense above it, and dates that are further away cannot be stored. */
const largestNumber = 1_000_000;

/** A number from 0 to a million that follows `rule`, which returns what is wrong with it. */
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
      const message = isNumber
        ? (tooLarge(value) ?? rule(value))
        : `is a number of at least 0, not "${given}"`;
      if (message === undefined) return value;
      context.issues.push({ code: 'custom', message, input: given });
      return z.NEVER;
    }),
  );
  return setting(z._default(parsed, preset), { means });
}

/** Whole days, ascending and comma-separated. */
export function days(preset: readonly number[], means: string) {
  const parsed = z.pipe(
    z.string(),
    z.transform((given, context) => {
      const values = given.split(',').map((each) => (/^\s*\d+\s*$/.test(each) ? Number(each) : Number.NaN));
      const isRising = values.every(
        (value, place) => value > (values[place - 1] ?? 0) && value <= largestNumber,
      );
      if (isRising) return values;
      const message = `is a list of ascending whole days, such as ${preset.join(',')}, not "${given}"`;
      context.issues.push({ code: 'custom', message, input: given });
      return z.NEVER;
    }),
  );
  return setting(z._default(parsed, [...preset]), { preset: `\`${preset.join(',')}\``, means });
}

const tooLarge = (value: number): string | undefined =>
  value > largestNumber ? `is at most ${largestNumber}, not ${value}` : undefined;

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
