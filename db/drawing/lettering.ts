import { num } from './svg.ts';

/** Each letter as one even stroke on a grid of height ten: drawn, so that no font has to be installed. */
const glyphs: Record<string, readonly [width: number, d: string]> = {
  A: [7.6, 'M0 10L3.8 0L7.6 10M1.4 6.6L6.2 6.6'],
  B: [6, 'M0 5L3.4 5C6.8 5 6.8 10 3.4 10L0 10L0 0L3.2 0C6.2 0 6.2 5 3.2 5'],
  C: [7.4, 'M7.4 1.9C4.9 -1.2 0 0 0 5C0 10 4.9 11.2 7.4 8.1'],
  D: [7, 'M0 0L2.6 0C8.4 0 8.4 10 2.6 10L0 10L0 0'],
  E: [5.4, 'M5.4 0L0 0L0 10L5.4 10M0 4.9L4.6 4.9'],
  F: [5.2, 'M5.2 0L0 0L0 10M0 5L4.4 5'],
  G: [7.8, 'M7.4 1.9C4.9 -1.2 0 0 0 5C0 10 5.2 11.4 7.8 8.2L7.8 5.2L4.6 5.2'],
  H: [6.8, 'M0 0L0 10M6.8 0L6.8 10M0 5L6.8 5'],
  I: [0.2, 'M0.1 0L0.1 10'],
  J: [4.6, 'M4.6 0L4.6 7C4.6 11 0.4 11 0 7.6'],
  K: [6.4, 'M0 0L0 10M6.2 0L0.2 5.8M2.2 4L6.4 10'],
  L: [5, 'M0 0L0 10L5 10'],
  M: [8.4, 'M0 10L0 0L4.2 6.4L8.4 0L8.4 10'],
  N: [7, 'M0 10L0 0L7 10L7 0'],
  O: [8.4, 'M4.2 0C9.8 0 9.8 10 4.2 10C-1.4 10 -1.4 0 4.2 0Z'],
  P: [6, 'M0 10L0 0L3.2 0C6.9 0 6.9 5.6 3.2 5.6L0 5.6'],
  Q: [8.4, 'M4.2 0C9.8 0 9.8 10 4.2 10C-1.4 10 -1.4 0 4.2 0ZM5.2 7.2L8 10.4'],
  R: [6.2, 'M0 10L0 0L3.2 0C6.9 0 6.9 5.4 3.2 5.4L0 5.4M3.4 5.4L6.2 10'],
  S: [6, 'M5.6 1.6C4.6 -0.8 0.4 -0.4 0.4 2.5C0.4 5.4 5.9 4.4 5.9 7.5C5.9 10.6 1 10.9 0 8.2'],
  T: [6.6, 'M0 0L6.6 0M3.3 0L3.3 10'],
  U: [6.8, 'M0 0L0 6.2C0 11.3 6.8 11.3 6.8 6.2L6.8 0'],
  V: [7.4, 'M0 0L3.7 10L7.4 0'],
  W: [10.4, 'M0 0L2.6 10L5.2 1.6L7.8 10L10.4 0'],
  X: [7, 'M0 0L7 10M7 0L0 10'],
  Y: [7, 'M0 0L3.5 5.2L7 0M3.5 5.2L3.5 10'],
  Z: [6.6, 'M0 0L6.6 0L0 10L6.6 10'],
  '0': [6.6, 'M3.3 0C7.7 0 7.7 10 3.3 10C-1.1 10 -1.1 0 3.3 0Z'],
  '1': [2.6, 'M0 2L2.6 0L2.6 10'],
  '2': [5.6, 'M0.2 2.4C0.6 -0.9 5.6 -0.8 5.4 2.8C5.3 5 2 7 0 10L5.6 10'],
  '3': [
    5.4,
    'M0.2 1.6C1.6 -1 5.2 -0.2 5 2.4C4.9 4.2 3.6 4.8 2.2 4.8C4 4.8 5.4 5.6 5.4 7.4C5.4 10.6 1.2 11 0 8.4',
  ],
  '4': [6, 'M4.4 10L4.4 0L0 7L6 7'],
  '5': [5.4, 'M5 0L0.8 0L0.4 4.6C2.4 3.2 5.4 4 5.4 6.9C5.4 10.6 1.2 11 0 8.6'],
  '6': [5.8, 'M4.8 0.4C1.4 1.4 0 4.2 0 6.8C0 11.2 5.8 11 5.8 6.9C5.8 3.2 1 3.2 0.2 6'],
  '7': [5.6, 'M0 0L5.6 0L1.8 10'],
  '8': [
    5.6,
    'M2.8 4.7C-0.4 4.7 -0.4 0 2.8 0C6 0 6 4.7 2.8 4.7C-0.9 4.7 -0.9 10 2.8 10C6.5 10 6.5 4.7 2.8 4.7Z',
  ],
  '9': [5.8, 'M1 9.6C4.4 8.6 5.8 5.8 5.8 3.2C5.8 -1.2 0 -1 0 3.1C0 6.8 4.8 6.8 5.6 4'],
  '*': [4, 'M2 2L2 7M0 3.2L4 5.8M4 3.2L0 5.8'],
  '#': [5, 'M1.6 1.6L1 8.4M4 1.6L3.4 8.4M0.2 3.8L5 3.8M0 6.2L4.8 6.2'],
};

export type Setting = {
  height: number;
  weight: number;
  colour: string;
  /** Horizontal stretch; 1 is the drawn width. */
  stretch?: number;
  /** Space between letters in parts of the height. */
  tracking?: number;
};

/** Draws a short word centred on a point, as strokes. */
export function drawLettering(word: string, centreX: number, centreY: number, setting: Setting): string {
  const { height, weight, colour, stretch = 1, tracking = 0.28 } = setting;
  const scale = height / 10;
  const width = letteringWidth(word, setting);
  let left = centreX - width / 2;
  const strokes: string[] = [];
  for (const letter of word) {
    const [advance, d] = glyphs[letter] ?? [0, ''];
    strokes.push(place(d, left, centreY - height / 2, scale * stretch, scale));
    left += advance * scale * stretch + tracking * height;
  }
  return `<path d="${strokes.join('')}" fill="none" stroke="${colour}" stroke-width="${num(weight)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** Width of the word between the middles of its outer strokes. */
export function letteringWidth(word: string, { height, stretch = 1, tracking = 0.28 }: Setting): number {
  const letters = Array.from(word).map((letter) => (glyphs[letter]?.[0] ?? 0) * (height / 10) * stretch);
  return letters.reduce((sum, width) => sum + width, 0) + tracking * height * (letters.length - 1);
}

function place(d: string, x: number, y: number, scaleX: number, scaleY: number): string {
  return d.replace(
    /(-?[\d.]+) (-?[\d.]+)/g,
    (_, left: string, top: string) => `${num(x + Number(left) * scaleX)} ${num(y + Number(top) * scaleY)}`,
  );
}
