// Phones before touch screens: number keys, letter keys, hinges.
import { darken, lighten, lightness } from '#db/drawing/colour.ts';
import { drawHousing } from './draw-housing.ts';
import { drawScreen } from './draw-screen.ts';
import { drawLettering } from '#db/drawing/lettering.ts';
import type { PhoneSpec } from './phone-spec.ts';
import { bar, box, circle, ellipse, inset, linear, num, path, softRect, type Box } from '#db/drawing/svg.ts';

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];

export function drawKeypadPhone(id: string, spec: PhoneSpec): string {
  const { width: w, height: h } = spec;
  const outer = box(0, 0, w, h);
  const pane = box(w * 0.09, h * 0.1, w * 0.82, h * 0.36);
  const screen = box(w * 0.16, h * 0.145, w * 0.68, h * 0.26);
  return (
    drawShell(id, spec, outer) +
    bar(box(w / 2 - 5, h * 0.05, 10, 1.3), 0.65, darken(spec.colour, 0.6)) +
    path(
      softRect(pane, 5),
      '#12151b',
      `stroke="${lighten(spec.colour, 0.3)}" stroke-opacity="0.6" stroke-width="0.5"`,
    ) +
    (spec.wallpaper === 'dunes' ? drawLiquidCrystal(screen) : drawScreen(id, spec, screen, 0.8)) +
    drawNavigation(id, spec, box(w * 0.14, h * 0.49, w * 0.72, h * 0.12)) +
    drawDigits(id, spec, box(w * 0.12, h * 0.635, w * 0.76, h * 0.32))
  );
}

export function drawQwertyPhone(id: string, spec: PhoneSpec): string {
  const { width: w, height: h } = spec;
  const outer = box(0, 0, w, h);
  const tall = spec.height / spec.width > 1.85;
  const glassEnd = tall ? 0.74 : 0.6;
  const screen = box(w * 0.055, h * (tall ? 0.07 : 0.1), w * 0.89, h * (glassEnd - (tall ? 0.09 : 0.12)));
  return (
    drawShell(id, spec, outer) +
    path(softRect(box(1, 1, w - 2, h * glassEnd - 1), spec.corner - 1), '#0b0c10') +
    bar(box(w / 2 - 6, h * 0.04, 12, 1.1), 0.55, '#2b2f38') +
    drawScreen(id, spec, screen, 0.6) +
    (tall ? '' : drawToolBelt(spec, h * glassEnd)) +
    drawTypewriter(
      id,
      spec,
      box(w * 0.04, h * (glassEnd + (tall ? 0.01 : 0.085)), w * 0.92, h * (tall ? 0.215 : 0.275)),
    )
  );
}

export function drawClamshell(id: string, spec: PhoneSpec): string {
  const { width: w, height: h } = spec;
  const lid = box(0, 0, w, h * 0.49);
  const base = box(0, h * 0.51, w, h * 0.49);
  const pane = inset(lid, w * 0.07);
  return (
    drawShell(`${id}l`, spec, lid) +
    drawShell(`${id}b`, spec, base) +
    bar(box(w * 0.06, h * 0.476, w * 0.88, h * 0.048), h * 0.02, darken(spec.frame, 0.25)) +
    bar(box(w * 0.06, h * 0.478, w * 0.88, h * 0.013), h * 0.006, lighten(spec.frame, 0.4)) +
    path(softRect(box(pane.x, pane.y, pane.width, pane.height - h * 0.02), 4.5), '#10131a') +
    bar(box(w / 2 - 6, pane.y + 1.8, 12, 1), 0.5, '#343a45') +
    drawScreen(id, spec, box(w * 0.15, h * 0.075, w * 0.7, h * 0.35), 0.8) +
    drawNavigation(id, spec, box(w * 0.13, h * 0.545, w * 0.74, h * 0.105)) +
    drawDigits(id, spec, box(w * 0.1, h * 0.675, w * 0.8, h * 0.265))
  );
}

function drawShell(id: string, spec: PhoneSpec, outer: Box): string {
  const face = linear(
    `${id}-face`,
    [0, 0, 0.9, 1],
    [
      [0, lighten(spec.colour, 0.22)],
      [0.5, spec.colour],
      [1, darken(spec.colour, 0.24)],
    ],
  );
  return (
    drawHousing(id, spec, outer, 'front') +
    `<defs>${face}</defs>` +
    path(
      softRect(inset(outer, 0.9), spec.corner - 0.9),
      `url(#${id}-face)`,
      'stroke="#ffffff" stroke-opacity="0.22" stroke-width="0.4"',
    )
  );
}

/** A green screen with coarse dots: signal, battery, an envelope. */
function drawLiquidCrystal({ x, y, width: w, height: h }: Box): string {
  const ink = '#28331a';
  const bars = (left: number, grows: number): string =>
    [0, 1, 2, 3]
      .map((step) =>
        bar(box(x + left, y + h * (0.7 - step * 0.17), w * (0.035 + grows * step * 0.014), h * 0.11), 0, ink),
      )
      .join('');
  const mid = x + w / 2;
  return (
    bar(box(x, y, w, h), 0.8, '#a9bd6b') +
    bar(box(x, y, w, h * 0.4), 0.8, '#c3d488', 'fill-opacity="0.55"') +
    bars(w * 0.06, 1) +
    bars(w * 0.86, 1) +
    path(
      `M${num(mid - w * 0.16)} ${num(y + h * 0.3)}h${num(w * 0.32)}v${num(h * 0.36)}h${num(-w * 0.32)}ZM${num(mid - w * 0.16)} ${num(y + h * 0.3)}l${num(w * 0.16)} ${num(h * 0.2)}l${num(w * 0.16)} ${num(-h * 0.2)}`,
      'none',
      `stroke="${ink}" stroke-width="0.8"`,
    ) +
    bar(box(mid - w * 0.2, y + h * 0.78, w * 0.4, h * 0.09), 0, ink)
  );
}

function drawNavigation(id: string, spec: PhoneSpec, { x, y, width: w, height: h }: Box): string {
  const tone = keyTone(spec);
  const side = (left: number, mark: string): string =>
    bar(box(left, y + h * 0.12, w * 0.25, h * 0.36), h * 0.18, tone) +
    bar(box(left, y + h * 0.56, w * 0.25, h * 0.36), h * 0.18, tone) +
    bar(box(left + w * 0.075, y + h * 0.68, w * 0.1, h * 0.12), h * 0.06, mark);
  const mid = x + w / 2;
  return (
    `<defs>${linear(
      `${id}-pad`,
      [0, 0, 0, 1],
      [
        [0, lighten(tone, 0.35)],
        [1, darken(tone, 0.15)],
      ],
    )}</defs>` +
    side(x, '#2fae62') +
    side(x + w * 0.75, '#d6453d') +
    path(softRect(box(mid - w * 0.19, y, w * 0.38, h), h * 0.32), `url(#${id}-pad)`) +
    path(
      softRect(box(mid - w * 0.09, y + h * 0.26, w * 0.18, h * 0.48), h * 0.16),
      darken(tone, 0.1),
      'stroke="#ffffff" stroke-opacity="0.35" stroke-width="0.3"',
    )
  );
}

function drawDigits(id: string, spec: PhoneSpec, { x, y, width: w, height: h }: Box): string {
  const gap = 1.5;
  const keyWidth = (w - 2 * gap) / 3;
  const keyHeight = (h - 3 * gap) / 4;
  const ink = lightness(keyTone(spec)) > 0.5 ? '#1a1d24' : '#f4f2ec';
  return digits
    .map((digit, index) => {
      const left = x + (index % 3) * (keyWidth + gap);
      const top = y + Math.floor(index / 3) * (keyHeight + gap) + (index % 3 === 1 ? 0.7 : 0);
      return (
        bar(
          box(left + 0.2, top + 0.5, keyWidth, keyHeight),
          keyHeight * 0.46,
          '#05060a',
          'fill-opacity="0.3"',
        ) +
        bar(box(left, top, keyWidth, keyHeight), keyHeight * 0.46, `url(#${id}-pad)`) +
        drawLettering(digit, left + keyWidth / 2, top + keyHeight / 2, {
          height: keyHeight * 0.42,
          weight: 0.48,
          colour: ink,
        })
      );
    })
    .join('');
}

function drawToolBelt(spec: PhoneSpec, top: number): string {
  const { width: w } = spec;
  const mark = (left: number, tone: string): string => bar(box(w * left - 2.4, top + 3, 4.8, 1.2), 0.6, tone);
  return (
    bar(box(1.4, top - 0.4, w - 2.8, 7.6), 1.4, '#15181e') +
    mark(0.14, '#2fae62') +
    mark(0.31, '#c9ced8') +
    mark(0.69, '#c9ced8') +
    mark(0.86, '#d6453d') +
    circle(w / 2, top + 3.5, 2.9, '#2a2f39', 'stroke="#aab1bd" stroke-width="0.4"') +
    ellipse(w / 2 - 0.6, top + 2.8, 1, 0.7, '#ffffff', 'fill-opacity="0.35"')
  );
}

/** Three sculpted rows and a space bar, separated by frets. */
function drawTypewriter(id: string, spec: PhoneSpec, { x, y, width: w, height: h }: Box): string {
  const columns = 10;
  const row = h / 4;
  const key = (area: Box): string =>
    path(softRect(area, 0.9), `url(#${id}-key)`) +
    bar(
      box(area.x + area.width * 0.38, area.y + area.height * 0.36, area.width * 0.24, area.height * 0.2),
      0.3,
      '#e9ecf2',
      'fill-opacity="0.8"',
    );
  const keys = [0, 1, 2].flatMap((line) =>
    Array.from({ length: columns }, (_, column) =>
      key(box(x + (w / columns) * column + 0.25, y + row * line + 0.4, w / columns - 0.5, row - 1.3)),
    ),
  );
  const frets = [1, 2, 3].map((line) =>
    bar(box(x, y + row * line - 0.75, w, 0.55), 0.2, lighten(spec.frame, 0.3)),
  );
  const bottom = y + row * 3 + 0.4;
  return (
    `<defs>${linear(
      `${id}-key`,
      [0, 0, 0, 1],
      [
        [0, '#3a404b'],
        [0.5, '#1d2129'],
        [1, '#12151a'],
      ],
    )}</defs>` +
    bar(box(x - 0.6, y - 0.4, w + 1.2, h + 0.4), 1.4, '#0d0f13') +
    keys.join('') +
    frets.join('') +
    [0.02, 0.16, 0.74, 0.88].map((left) => key(box(x + w * left, bottom, w * 0.1, row - 1.6))).join('') +
    path(softRect(box(x + w * 0.29, bottom, w * 0.42, row - 1.6), 0.9), `url(#${id}-key)`)
  );
}

function keyTone({ colour }: PhoneSpec): string {
  return lightness(colour) > 0.55 ? darken(colour, 0.12) : lighten(colour, 0.2);
}
