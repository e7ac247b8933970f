/** The drawing of a QR code: first the squares that are no data, then the data under one of the eight masks. */
export class QrGrid {
  dark: boolean[][];
  readonly #size: number;
  /** Squares that are no data. */
  readonly #fixed: boolean[][];

  constructor(number: number, alignment: readonly number[]) {
    this.#size = 17 + 4 * number;
    const empty = () =>
      Array.from({ length: this.#size }, () => Array.from({ length: this.#size }, () => false));
    this.dark = empty();
    this.#fixed = empty();
    for (let at = 0; at < this.#size; at += 1) {
      this.#fix(6, at, at % 2 === 0);
      this.#fix(at, 6, at % 2 === 0);
    }
    const far = this.#size - 4;
    for (const [x, y] of [
      [3, 3],
      [far, 3],
      [3, far],
    ] as const)
      this.#ring(x, y, 4, [0, 1, 3]);
    const last = alignment.at(-1);
    for (const x of alignment) {
      for (const y of alignment) {
        const isInCorner = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
        if (!isInCorner) this.#ring(x, y, 2, [0, 2]);
      }
    }
    this.#format(0);
    if (number >= 7) this.#number(withCheck(number, 0x1f25, 12));
  }

  /** Puts the data into what is free, under the mask that leaves the fewest patterns which confuse a camera. */
  draw(codewords: readonly number[]): void {
    const bits = codewords.flatMap((codeword) =>
      [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (codeword >> bit) & 1),
    );
    const places = this.#dataPlaces();
    const drawn = masks.map((mask, kind) => {
      this.#format(kind);
      const rows = this.dark.map((row) => [...row]);
      for (const [at, [x, y]] of places.entries()) {
        const row = rows[y];
        if (row !== undefined) row[x] = (bits[at] === 1) !== mask(x, y);
      }
      return { rows, cost: costOf(rows) };
    });
    const best = drawn.reduce((least, each) => (each.cost < least.cost ? each : least));
    this.dark = best.rows;
  }

  /** From the right in columns of two, upwards and downwards in turn. */
  #dataPlaces(): readonly (readonly [number, number])[] {
    const columns = Array.from({ length: (this.#size - 1) / 2 }, (_, pair) => this.#size - 1 - 2 * pair);
    return columns.flatMap((column, pair) => {
      const right = column <= 6 ? column - 1 : column;
      const rows = Array.from({ length: this.#size }, (_, row) =>
        pair % 2 === 0 ? this.#size - 1 - row : row,
      );
      return rows.flatMap((y) =>
        [right, right - 1].flatMap((x) => (this.#fixed[y]?.[x] === false ? [[x, y] as const] : [])),
      );
    });
  }

  #fix(x: number, y: number, isDark: boolean): void {
    const [row, fixed] = [this.dark[y], this.#fixed[y]];
    if (row?.[x] === undefined || fixed === undefined) return;
    row[x] = isDark;
    fixed[x] = true;
  }

  /** Squares around a centre, dark at these distances from it. */
  #ring(x: number, y: number, reach: number, darkAt: readonly number[]): void {
    for (let down = -reach; down <= reach; down += 1) {
      for (let right = -reach; right <= reach; right += 1) {
        const distance = Math.max(Math.abs(down), Math.abs(right));
        this.#fix(x + right, y + down, darkAt.includes(distance));
      }
    }
  }

  /** The level, which is M, and the mask: twice, in fifteen bits. */
  #format(mask: number): void {
    const bits = withCheck(mask, 0x537, 10) ^ 0x5412;
    for (let bit = 0; bit < 15; bit += 1) {
      const isDark = ((bits >> bit) & 1) === 1;
      const [x, y] = nearCorner(bit);
      this.#fix(x, y, isDark);
      if (bit < 8) this.#fix(this.#size - 1 - bit, 8, isDark);
      else this.#fix(8, this.#size - 15 + bit, isDark);
    }
    this.#fix(8, this.#size - 8, true);
  }

  #number(bits: number): void {
    for (let bit = 0; bit < 18; bit += 1) {
      const isDark = ((bits >> bit) & 1) === 1;
      const [far, near] = [this.#size - 11 + (bit % 3), Math.floor(bit / 3)];
      this.#fix(far, near, isDark);
      this.#fix(near, far, isDark);
    }
  }
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Appends a Bose-Chaudhuri-Hocquenghem code of `length` bits to a value. */
function withCheck(value: number, polynomial: number, length: number): number {
  let rest = value;
  for (let bit = 0; bit < length; bit += 1) rest = (rest << 1) ^ (((rest >> (length - 1)) & 1) * polynomial);
  return (value << length) | rest;
}

/** Where a bit of the format stands beside the upper left corner. */
function nearCorner(bit: number): readonly [number, number] {
  if (bit < 6) return [8, bit];
  if (bit < 8) return [8, bit + 1];
  return bit === 8 ? [7, 8] : [14 - bit, 8];
}

/** How much a drawing may confuse a camera, by the four rules of the standard: runs, blocks, false corners, imbalance. */
function costOf(rows: readonly (readonly boolean[])[]): number {
  const columns = rows.map((_, x) => rows.map((row) => row[x] === true));
  const lines = [...rows, ...columns].map((line) => line.map((isDark) => (isDark ? '1' : '0')).join(''));
  const runs = lines.flatMap((line) => line.match(/(.)\1{4,}/g) ?? []).map(({ length }) => length - 2);
  const corners = lines.flatMap((line) => [...line.matchAll(/(?=00001011101|10111010000)/g)]).length;
  const blocks = rows.flatMap((row, y) =>
    row.filter((isDark, x) =>
      [row[x + 1], rows[y + 1]?.[x], rows[y + 1]?.[x + 1]].every((each) => each === isDark),
    ),
  ).length;
  const share = rows.flat().filter(Boolean).length / rows.length ** 2;
  const imbalance = Math.floor(Math.abs(share - 0.5) * 20);
  return runs.reduce((sum, run) => sum + run, 0) + 40 * corners + 3 * blocks + 10 * imbalance;
}
