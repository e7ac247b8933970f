/** What a row must reach. Absent: it is shown only. */
type Bound =
  | { readonly kind: 'least share'; readonly of: number }
  | { readonly kind: 'most times'; readonly of: number }
  | { readonly kind: 'most' | 'least'; readonly of: number };

/** One measured line of the result. */
export interface Row {
  readonly work: string;
  readonly ours: number;
  /** The same work by a bare program, or of less data, in the same run. */
  readonly floor?: number;
  /** Of `ours` and `floor` where it is a share or a number of times, else of `ours`. */
  readonly bound?: Bound;
  readonly unit: string;
}

/** A row with its verdict, as `--json` prints it. */
interface Verdict {
  readonly work: string;
  readonly ours: number;
  readonly floor: number | null;
  readonly ratio: number | null;
  readonly target: number | null;
  readonly unit: string;
  readonly met: boolean | null;
}

export interface Judged {
  readonly verdict: Verdict;
  /** The target as it reads in the table. */
  readonly target: string;
}

/** Holds a row against its target. */
export function judge({ work, ours, floor, bound, unit }: Row): Judged {
  const ratio = floor === undefined ? null : ours / floor;
  const verdict = {
    work,
    ours: rounded(ours),
    floor: floor === undefined ? null : rounded(floor),
    ratio: ratio === null ? null : rounded(ratio),
    target: bound?.of ?? null,
    unit,
    met: bound === undefined ? null : isMet(bound, ours, ratio),
  };
  return { verdict, target: textOf(bound, unit) };
}

function isMet({ kind, of }: Bound, ours: number, ratio: number | null): boolean {
  if (kind === 'most') return ours <= of;
  if (kind === 'least') return ours >= of;
  if (ratio === null) throw new Error('A share of nothing');
  return kind === 'least share' ? ratio >= of : ratio <= of;
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

/** The rows as a Markdown table whose columns stand in line, so that it reads as well in a terminal. */
export function tableOf(rows: readonly Judged[]): string {
  const head = ['work', 'ours', 'floor', 'ratio', 'target', 'met'];
  const lines = [head, ...rows.map(cellsOf)];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const [top = '', ...body] = lines.map((cells) => lineOf(cells, widths));
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [top, `| ${rule.join(' | ')} |`, ...body].join('\n');
}

function cellsOf({ verdict: { work, ours, floor, ratio, unit, met }, target }: Judged): string[] {
  return [
    work,
    `${ours} ${unit}`.trimEnd(),
    floor === null ? '–' : `${floor} ${unit}`,
    ratio === null ? '–' : ratio.toFixed(2),
    target,
    metText(met),
  ];
}

const lineOf = (cells: readonly string[], widths: readonly number[]): string =>
  `| ${cells.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`;

const pad = (cell: string, width: number, column: number): string =>
  column === 0 ? cell.padEnd(width) : cell.padStart(width);

/** Three digits that mean something. */
const rounded = (value: number): number => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

function metText(met: boolean | null): string {
  if (met === null) return '–';
  return met ? 'yes' : 'NO';
}
