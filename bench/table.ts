/** One measured line of the result. */
export interface Row {
  readonly work: string;
  readonly ours: number;
  /** The same work by a bare program in the same run; absent where the target is an upper limit of `ours`. */
  readonly floor?: number;
  /** The least share of `floor`, or the most that `ours` may be. */
  readonly target: number;
  readonly unit: string;
}

/** A row with its verdict, as `--json` prints it. */
export interface Verdict {
  readonly work: string;
  readonly ours: number;
  readonly floor: number | null;
  readonly ratio: number | null;
  readonly target: number;
  readonly unit: string;
  readonly met: boolean;
}

/** Holds a row against its target. */
export function judge({ work, ours, floor, target, unit }: Row): Verdict {
  const ratio = floor === undefined ? null : ours / floor;
  const met = ratio === null ? ours <= target : ratio >= target;
  return {
    work,
    ours: rounded(ours),
    floor: floor === undefined ? null : rounded(floor),
    ratio: ratio === null ? null : rounded(ratio),
    target,
    unit,
    met,
  };
}

/** The rows as a Markdown table whose columns stand in line, so that it reads as well in a terminal. */
export function tableOf(verdicts: readonly Verdict[]): string {
  const head = ['work', 'ours', 'floor', 'ratio', 'target', 'met'];
  const lines = [head, ...verdicts.map(cellsOf)];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const [top = '', ...body] = lines.map((cells) => lineOf(cells, widths));
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [top, `| ${rule.join(' | ')} |`, ...body].join('\n');
}

function cellsOf({ work, ours, floor, ratio, target, unit, met }: Verdict): string[] {
  return [
    work,
    `${ours} ${unit}`,
    floor === null ? '–' : `${floor} ${unit}`,
    ratio === null ? '–' : ratio.toFixed(2),
    ratio === null ? `≤ ${target} ${unit}` : `≥ ${target}`,
    met ? 'yes' : 'NO',
  ];
}

const lineOf = (cells: readonly string[], widths: readonly number[]): string =>
  `| ${cells.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`;

const pad = (cell: string, width: number, column: number): string =>
  column === 0 ? cell.padEnd(width) : cell.padStart(width);

/** Three digits that mean something. */
const rounded = (value: number): number => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
