/** The readable page of an export: all lists in one file, without scripts and without external resources. */
import { formatMoment } from '#contract/dates.ts';
import { formatCents } from '#contract/money.ts';
import { escapeMarkup } from '#server/platform/http/escape-markup.ts';
import type { ExportedLists, ExportedRow } from '#server/platform/personal-data.ts';

export interface ExportedPart {
  readonly title: string;
  readonly lists: ExportedLists;
}

const style = `body{font:1rem/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1c1c1c;background:#fff}
div{overflow-x:auto}table{border-collapse:collapse;font-size:.875rem}th,td{border:1px solid #ccc;padding:.25rem .5rem;text-align:left;vertical-align:top}
img{max-width:12rem;max-height:12rem;margin:.25rem}h2{margin-top:2.5rem}`;

/** @param pictures the paths of the pictures in the export */
export function drawPage(
  parts: readonly ExportedPart[],
  { madeAt, pictures }: { madeAt: Date; pictures: readonly string[] },
): string {
  const shown = pictures.map((path) => `<img src="${escapeMarkup(path)}" alt="" loading="lazy">`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Your data at Ringback</title><style>${style}</style></head><body>
<h1>Your data at Ringback</h1>
<p>Everything that was stored about you on ${formatMoment(madeAt.toISOString())}. The same lists are in the folder <code>data</code>, for programs.</p>
${parts.map(drawPart).join('\n')}
<h2>Pictures as files</h2>
<p>${pictures.length === 0 ? 'There are none.' : shown.join('\n')}</p>
</body></html>
`;
}

const drawPart = ({ title, lists }: ExportedPart): string =>
  `<h2>${escapeMarkup(title)}</h2>\n${Object.entries(lists)
    .map(([name, rows]) => `<h3>${words(name)}</h3>\n${drawRows(rows)}`)
    .join('\n')}`;

function drawRows(rows: readonly ExportedRow[]): string {
  const [first] = rows;
  if (first === undefined) return '<p>Nothing.</p>';
  const names = Object.keys(first);
  const head = names.map((name) => `<th>${words(headOf(name))}</th>`).join('');
  const body = rows.map(
    (row) => `<tr>${names.map((name) => `<td>${drawValue(name, row[name])}</td>`).join('')}</tr>`,
  );
  return `<div><table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>`;
}

/** Amounts are shown in dollars. */
const headOf = (name: string): string => (name === 'cents' ? 'amount' : name.replace(/_cents$/, ''));

const words = (name: string): string => escapeMarkup(name.replaceAll('_', ' '));

/** ISO 8601, as `readLists` writes it. */
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function drawValue(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (name.endsWith('_cents') || name === 'cents') return escapeMarkup(formatCents(Number(value)));
  if (typeof value === 'string') return escapeMarkup(isTime.test(value) ? formatMoment(value) : value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return escapeMarkup(value.join(', '));
  return escapeMarkup(JSON.stringify(value));
}
