/** The target of a row. Absent: it is only shown. */
type Bound =
  | { readonly kind: 'least share'; readonly of: number }
  | { readonly kind: 'most times'; readonly of: number }
  | { readonly kind: 'most' | 'least'; readonly of: number };

/** One measured line of the result: a value for each round, or a single one if the work is done once. */
export interface Row {
  readonly work: string;
  readonly ours: readonly number[];
  /** The same work by a bare program, or with less data, in the same rounds. */
  readonly baseline?: readonly number[];
  /** For a share or a multiple, applies to `ours` divided by `baseline`, round by round; otherwise to `ours`. */
  readonly bound?: Bound;
  readonly unit: string;
}

/** The median of the rounds, and the quartiles. */
interface Spread {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/** A row with its verdict, as `--json` prints it. */
interface Verdict {
  readonly work: string;
  readonly ours: Spread;
  readonly baseline: Spread | null;
  readonly ratio: Spread | null;
  readonly target: number | null;
  readonly unit: string;
  readonly rounds: number;
  readonly met: boolean | null;
}

export interface Judged {
  readonly verdict: Verdict;
  /** The target's text in the table. */
  readonly target: string;
}

/** Compares a row with its target: the quartile of the rounds that is farther from it must reach it. */
export function judge({ work, ours, baseline, bound, unit }: Row): Judged {
  if (baseline !== undefined && baseline.length !== ours.length) {
    throw new Error(`${work}: ${ours.length} rounds beside ${baseline.length}`);
  }
  const ratios = baseline?.map((least, round) => (ours[round] ?? Number.NaN) / least);
  const verdict = {
    work,
    ours: spreadOf(ours),
    baseline: baseline === undefined ? null : spreadOf(baseline),
    ratio: ratios === undefined ? null : spreadOf(ratios),
    target: bound?.of ?? null,
    unit,
    rounds: ours.length,
    met: bound === undefined ? null : isMet(bound, ours, ratios),
  };
  return { verdict, target: textOf(bound, unit) };
}

/** The rows that miss their target. */
export const missedOf = (rows: readonly Judged[]): Judged[] =>
  rows.filter(({ verdict }) => verdict.met === false);

function isMet({ kind, of }: Bound, ours: readonly number[], ratios?: readonly number[]): boolean {
  const values = kind === 'least share' || kind === 'most times' ? ratios : ours;
  if (values === undefined) throw new Error('A share of nothing');
  const isLeast = kind === 'least share' || kind === 'least';
  return isLeast ? quantile(values, 0.25) >= of : quantile(values, 0.75) <= of;
}

function textOf(bound: Bound | undefined, unit: string): string {
  if (bound === undefined) return '–';
  const texts = {
    most: `≤ ${bound.of} ${unit}`,
    least: `≥ ${bound.of} ${unit}`,
    'least share': `≥ ${bound.of}`,
    'most times': `≤ ${bound.of} ×`,
  } as const;
  return texts[bound.kind].trimEnd();
}

const spreadOf = (values: readonly number[]): Spread => ({
  low: rounded(quantile(values, 0.25)),
  median: rounded(quantile(values, 0.5)),
  high: rounded(quantile(values, 0.75)),
});

/** The quantile of the values, interpolated between neighbours; of one value, that value. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/** The rows as a Markdown table with aligned columns, so that it is readable in a terminal, too. */
export function tableOf(rows: readonly Judged[]): string {
  const head = ['work', 'ours', 'baseline', 'ratio', 'target', 'met'];
  const lines = [head, ...rows.map(cellsOf)];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const [top = '', ...body] = lines.map((cells) => lineOf(cells, widths));
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [top, `| ${rule.join(' | ')} |`, ...body].join('\n');
}

function cellsOf({ verdict: { work, ours, baseline, ratio, unit, met, rounds }, target }: Judged): string[] {
  const show = (spread: Spread | null, text: (value: number) => string): string => {
    if (spread === null) return '–';
    if (rounds === 1) return text(spread.median);
    return `${text(spread.median)} (${text(spread.low)}–${text(spread.high)})`;
  };
  return [
    work,
    `${show(ours, String)} ${unit}`.trimEnd(),
    baseline === null ? '–' : `${show(baseline, String)} ${unit}`,
    show(ratio, (value) => value.toFixed(2)),
    target,
    metText(met),
  ];
}

const lineOf = (cells: readonly string[], widths: readonly number[]): string =>
  `| ${cells.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`;

const pad = (cell: string, width: number, column: number): string =>
  column === 0 ? cell.padEnd(width) : cell.padStart(width);

/** Three significant digits. */
const rounded = (value: number): number => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

function metText(met: boolean | null): string {
  if (met === null) return '–';
  return met ? 'yes' : 'NO';
}
