import { darken, lighten } from '#db/drawing/colour.ts';
import { bar, box, circle } from '#db/drawing/svg.ts';
import { drawMark } from './draw-mark.ts';
import type { Maker } from './makers.ts';

const ink = '#15181e';
const glass = '#46505f';
const paper = '#faf8f4';

/**
 * Draws a phone in its maker's style, 48 × 88, with the maker's mark on it; readable on light and on dark backgrounds.
 */
export function drawPhoneBack(maker: Maker): string {
  const draw = cameras[maker.name] ?? pair;
  const rim = lighten(maker.colour, 0.62);
  const body = bar(box(3, 2, 42, 84), 9, lighten(maker.colour, 0.32), `stroke="${rim}" stroke-width="2"`);
  const mark = drawMark(maker).replace('width="160" height="160"', 'x="14" y="50" width="20" height="20"');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="88" viewBox="0 0 48 88">${body}${draw(maker)}${mark}</svg>`;
}

const lens = (x: number, y: number, r = 3.2): string =>
  circle(x, y, r, ink, `stroke="${glass}" stroke-width="1.4"`);
const flash = (x: number, y: number): string => circle(x, y, 1.4, paper);
const island = (x: number, y: number, width: number, height: number, radius: number): string =>
  bar(box(x, y, width, height), radius, ink);
const disc = (x: number, y: number, r: number): string => circle(x, y, r, ink);

const pair = (): string => island(8, 8, 13, 22, 5) + lens(14.5, 14.5) + lens(14.5, 23.5);

/** The typical camera of each well-known maker. */
const cameras: Readonly<Record<string, (maker: Maker) => string>> = {
  Apple: ({ colour }) =>
    bar(box(7, 6, 22, 22), 7, darken(colour, 0.1)) +
    lens(13, 12) +
    lens(13, 22) +
    lens(23, 17) +
    flash(23, 10),
  Samsung: () => lens(13, 13, 4) + lens(13, 24, 4) + lens(13, 35, 4) + flash(22, 13),
  Google: () => bar(box(3, 14, 42, 11), 0, ink) + lens(15, 19.5) + lens(24, 19.5) + flash(34, 19.5),
  Xiaomi: () => disc(24, 21, 14) + lens(18, 16) + lens(30, 16) + lens(18, 27) + lens(30, 27) + flash(24, 21),
  OnePlus: () =>
    disc(18, 20, 11) + lens(14, 16, 2.6) + lens(22, 16, 2.6) + lens(14, 24, 2.6) + lens(22, 24, 2.6),
  // From the front, because its keys are what people remember.
  Nokia: () =>
    bar(box(9, 9, 30, 22), 3, '#b9c98a', `stroke="${ink}" stroke-width="1.6"`) +
    [35, 41, 76, 81].flatMap((y) => [14, 24, 34].map((x) => bar(box(x - 3.5, y, 7, 3), 1.5, paper))).join(''),
  Huawei: () => bar(box(13, 7, 22, 34), 11, ink) + lens(24, 15, 4.2) + lens(24, 25, 3.2) + lens(24, 34, 2.6),
  Motorola: () =>
    island(7, 7, 20, 20, 5) + lens(13, 13) + lens(21, 13) + lens(13, 21) + flash(21, 21) + disc(24, 38, 4),
  Sony: () => island(8, 8, 8.5, 32, 4.2) + lens(12.2, 14, 2.8) + lens(12.2, 23, 2.8) + lens(12.2, 32, 2.8),
  OPPO: ({ colour }) =>
    circle(24, 21, 13, ink, `stroke="${lighten(colour, 0.55)}" stroke-width="2.5"`) +
    lens(24, 14.5) +
    lens(18.5, 24) +
    lens(29.5, 24),
  vivo: () => island(7, 7, 22, 34, 6) + disc(18, 18, 9.5) + lens(18, 18, 6) + lens(18, 34, 3) + flash(25, 34),
  realme: () => lens(16, 16, 7) + lens(16, 33, 7) + flash(29, 16) + flash(29, 33),
};
