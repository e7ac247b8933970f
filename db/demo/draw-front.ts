import { darken, lighten } from '#db/drawing/colour.ts';
import { drawHousing } from './draw-housing.ts';
import { drawClamshell, drawKeypadPhone, drawQwertyPhone } from './draw-keys.ts';
import { drawScreen } from './draw-screen.ts';
import type { Cutout, PhoneSpec } from './phone-spec.ts';
import {
  bar,
  box,
  circle,
  clip,
  ellipse,
  inset,
  linear,
  num,
  path,
  softRect,
  type Box,
} from '#db/drawing/svg.ts';

/** The front of a phone, its upper left corner at the origin, in millimetres. */
export function drawFront(id: string, spec: PhoneSpec): string {
  if (spec.form === 'keypad') return drawKeypadPhone(id, spec);
  if (spec.form === 'qwerty') return drawQwertyPhone(id, spec);
  if (spec.form === 'clamshell') return drawClamshell(id, spec);
  return drawGlassFront(id, spec);
}

/** The width of the front: a book phone is open, every other is as wide as its back. */
export function frontWidth(spec: PhoneSpec): number {
  return spec.form === 'book' ? spec.width * 1.94 : spec.width;
}

function drawGlassFront(id: string, spec: PhoneSpec): string {
  const outer = box(0, 0, frontWidth(spec), spec.height);
  const rim = spec.finish === 'curved' ? 0.45 : 0.95;
  const glass = inset(outer, rim);
  const [top, side, bottom] = spec.bezel;
  const screen = box(side, top, outer.width - 2 * side, outer.height - top - bottom);
  const screenRadius = spec.chin === 'none' && top < 9 ? Math.max(0.6, spec.corner - side) : 0.6;
  const shape = softRect(glass, spec.corner - rim);
  return (
    drawHousing(id, spec, outer, 'front') +
    `<defs>${glassGradients(id)}${clip(`${id}-glass`, shape)}</defs>` +
    path(shape, faceTone(spec)) +
    drawScreen(id, spec, screen, screenRadius) +
    drawCutout(spec, screen) +
    drawChin(spec, screen) +
    drawCrease(id, spec) +
    `<g clip-path="url(#${id}-glass)">${drawGlare(id, glass)}</g>` +
    path(shape, 'none', 'stroke="#ffffff" stroke-opacity="0.16" stroke-width="0.3"')
  );
}

/** White and gold phones with a home button had white fronts. */
function faceTone({ chin, colour, form }: PhoneSpec): string {
  const isPale =
    colour
      .slice(1)
      .match(/../g)
      ?.every((channel) => Number.parseInt(channel, 16) > 165) === true;
  if (chin !== 'none' && form === 'slab' && isPale) return '#f4f3f0';
  return '#0b0c10';
}

function glassGradients(id: string): string {
  return linear(
    `${id}-glare`,
    [0, 0, 1, 0.4],
    [
      [0, '#ffffff', 0.24],
      [1, '#ffffff', 0.03],
    ],
  );
}

function drawGlare(id: string, { x, y, width, height }: Box): string {
  return path(
    `M${num(x)} ${num(y)}H${num(x + width * 0.62)}L${num(x)} ${num(y + height * 0.7)}Z`,
    `url(#${id}-glare)`,
    'fill-opacity="0.55"',
  );
}

function drawCutout(spec: PhoneSpec, screen: Box): string {
  const middle = screen.x + screen.width / 2;
  const { y, width } = screen;
  const shapes: Record<Cutout, () => string> = {
    none: () => drawEarpiece(spec, middle),
    notch: () =>
      path(notchPath(middle, y, width * 0.52, 5.4), '#0b0c10') +
      eye(middle + width * 0.17, y + 2.2, 1.3) +
      slit(middle, y + 1.4, 9),
    'small-notch': () =>
      path(notchPath(middle, y, width * 0.39, 5.2), '#0b0c10') +
      eye(middle - width * 0.12, y + 2.6, 1.3) +
      slit(middle, y - 0.5, 9),
    drop: () => path(notchPath(middle, y, 9.4, 5.4), '#0b0c10') + eye(middle, y + 2.4, 1.5),
    'hole-centre': () => eye(middle, y + 4.2, 1.85),
    'hole-left': () => eye(screen.x + 6.2, y + 4.8, 2),
    'hole-right': () => eye(screen.x + width - 6.4, y + 4.8, 2),
    'pill-left': () =>
      bar(box(screen.x + 4, y + 2.6, 11, 4.6), 2.3, '#050609') +
      eye(screen.x + 6.4, y + 4.9, 1.5) +
      eye(screen.x + 12, y + 4.9, 1.5),
    island: () => bar(box(middle - 10, y + 2.5, 20, 5.6), 2.8, '#050609') + eye(middle + 6.6, y + 5.3, 1.5),
  };
  return shapes[spec.cutout]();
}

function eye(x: number, y: number, r: number): string {
  return (
    circle(x, y, r, '#050609') +
    circle(x, y, r * 0.5, '#141a2e') +
    circle(x - r * 0.16, y - r * 0.16, r * 0.14, '#8ea0d8')
  );
}

function notchPath(middle: number, top: number, width: number, depth: number): string {
  const half = width / 2;
  const r = Math.min(depth * 0.62, half * 0.6);
  return `M${num(middle - half - 1.4)} ${num(top - 0.4)}C${num(middle - half)} ${num(top - 0.2)} ${num(middle - half)} ${num(top + 0.6)} ${num(middle - half)} ${num(top + depth - r)}Q${num(middle - half)} ${num(top + depth)} ${num(middle - half + r)} ${num(top + depth)}H${num(middle + half - r)}Q${num(middle + half)} ${num(top + depth)} ${num(middle + half)} ${num(top + depth - r)}C${num(middle + half)} ${num(top + 0.6)} ${num(middle + half)} ${num(top - 0.2)} ${num(middle + half + 1.4)} ${num(top - 0.4)}Z`;
}

function slit(middle: number, y: number, width: number): string {
  return bar(box(middle - width / 2, y, width, 0.9), 0.45, '#2b2f38');
}

/** Wide-bezelled phones: speaker, camera and sensor above the screen. */
function drawEarpiece({ bezel: [top] }: PhoneSpec, middle: number): string {
  if (top < 5) return slit(middle, 1.5, 9);
  return (
    slit(middle, top / 2 - 0.2, 10) +
    circle(middle - 10.5, top / 2 + 0.2, 1.4, '#1b2030') +
    circle(middle - 10.5, top / 2 + 0.2, 0.6, '#4b5a8c')
  );
}

function drawChin(spec: PhoneSpec, screen: Box): string {
  const middle = screen.x + screen.width / 2;
  const y = (screen.y + screen.height + spec.height - 0.95) / 2;
  const tone = lighten(spec.frame, 0.1);
  if (spec.chin === 'round-button')
    return (
      circle(middle, y, 5.4, 'none', `stroke="${tone}" stroke-width="0.7"`) +
      circle(middle, y, 5, darken(faceTone(spec), 0.06))
    );
  if (spec.chin === 'pill-button')
    return bar(
      box(middle - 8.2, y - 2.6, 16.4, 5.2),
      2.4,
      darken(faceTone(spec), 0.3),
      `stroke="${tone}" stroke-width="0.45"`,
    );
  if (spec.chin === 'none')
    return bar(
      box(middle - 11, screen.y + screen.height - 2, 22, 0.8),
      0.4,
      '#ffffff',
      'fill-opacity="0.85"',
    );
  const ink = 'stroke="#8d939e" stroke-width="0.6"';
  return (
    path(`M${num(middle - 19)} ${num(y)}l3.4 -2v4Z`, 'none', ink) +
    circle(middle, y, 1.9, 'none', ink) +
    bar(box(middle + 16, y - 1.8, 3.6, 3.6), 0.4, 'none', ink)
  );
}

/** The fold of a folding screen. */
function drawCrease(id: string, spec: PhoneSpec): string {
  if (spec.form === 'slab') return '';
  const width = frontWidth(spec);
  const along =
    spec.form === 'book'
      ? box(width / 2 - 2.4, 2, 4.8, spec.height - 4)
      : box(2, spec.height / 2 - 2.4, width - 4, 4.8);
  const direction = spec.form === 'book' ? [0, 0, 1, 0] : [0, 0, 0, 1];
  const fold = linear(`${id}-crease`, direction, [
    [0, '#05060a', 0],
    [0.45, '#05060a', 0.26],
    [0.6, '#ffffff', 0.28],
    [1, '#ffffff', 0],
  ]);
  return (
    `<defs>${fold}</defs>${bar(along, 0, `url(#${id}-crease)`)}` +
    (spec.form === 'flip'
      ? ellipse(0.4, spec.height / 2, 0.5, 2.2, '#05060a') +
        ellipse(width - 0.4, spec.height / 2, 0.5, 2.2, '#05060a')
      : '')
  );
}
