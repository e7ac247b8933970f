/** Rows as a file for spreadsheets (RFC 4180) that contains no formulas. */

/** A text, or an amount in cents. */
export type Cell = string | { readonly cents: number } | null;

/** A header and its rows. */
export const writeCsv = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [header, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/** Cents as a cell; null as an empty one. */
export const amountCell = (cents: number | null): Cell => (cents === null ? null : { cents });

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return decimal(cell.cents);
  return `"${escapeFormula(cell).replaceAll('"', '""')}"`;
}

/** Spreadsheets read a text that begins like this as a formula, also within quotes (OWASP, CSV injection). */
const escapeFormula = (text: string): string => (/^[=+\-@\t\r\n|%＝＋－＠]/.test(text) ? `'${text}` : text);

/** With two decimals, without floating-point arithmetic. */
function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
