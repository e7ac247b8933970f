// The reference of all settings in docs/configuration.md, from the schema that reads them.
import { references } from '#server/platform/setting-kinds.ts';
import { sections, Settings } from '#server/platform/settings.ts';

/** The text before a section's table. */
const introductions: Partial<Record<keyof typeof sections, string>> = {
  Services:
    'In demo mode a stand-in replaces every service that is not configured. An incomplete set of variables is refused, and so are Stripe’s keys for real money (`sk_live_…`, `rk_live_…`, `pk_live_…`).',
  Development: 'Tests read further variables, which are listed below under [Tests](#tests).',
};

/** A table for each section of the settings, and the requirements of live mode. */
export function settingsReference(): string {
  const shapes: [string, Record<string, Schema>][] = Object.entries(sections);
  const tables = shapes.map(([title, shape]) => {
    // Object.entries loses the names of the sections.
    const introduction = introductions[title as keyof typeof sections];
    const rows = Object.entries(shape).map(([name, schema]) => row(name, schema));
    return [
      `## ${title}`,
      '',
      ...(introduction === undefined ? [] : [introduction, '']),
      '| variable | default | meaning |',
      '| --- | --- | --- |',
      ...rows,
    ].join('\n');
  });
  const needed = Object.entries(Settings.shape).flatMap(([name, schema]) =>
    references.get(schema)?.missing === undefined ? [] : [`\`${name}\``],
  );
  return [...tables, `## Needed in live mode\n\n${needed.join(', ')}.`].join('\n\n');
}

type Schema = (typeof Settings.shape)[keyof typeof Settings.shape];

/** @throws Error for a setting without a reference */
function row(name: string, schema: Schema): string {
  const reference = references.get(schema);
  if (reference === undefined) throw new Error(`${name} has no reference in server/platform/settings.ts`);
  const given = schema.safeParse(undefined);
  const preset = reference.preset ?? `\`${String(given.data)}\``;
  return `| \`${name}\` | ${preset} | ${reference.means} |`;
}
