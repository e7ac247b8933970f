import { darken, lighten, lightness } from '#db/drawing/colour.ts';
import { drawCamera } from './draw-camera.ts';
import { drawHousing } from './draw-housing.ts';
import type { PhoneSpec } from './phone-spec.ts';
import {
  bar,
  box,
  circle,
  clip,
  inset,
  linear,
  num,
  path,
  radial,
  softRect,
  type Box,
  type Stop,
} from '#db/drawing/svg.ts';

/** The back of a phone, its upper left corner at the origin, in millimetres. */
export function drawBack(id: string, spec: PhoneSpec): string {
  const outer = box(0, 0, spec.width, spec.height);
  const panel = inset(outer, spec.finish === 'curved' ? 0.35 : 0.95);
  const shape = softRect(panel, spec.corner - (spec.finish === 'curved' ? 0.35 : 0.95));
  return (
    drawHousing(id, spec, outer, 'back') +
    `<defs>${panelGradients(id, spec)}${clip(`${id}-panel`, shape)}</defs>` +
    path(shape, `url(#${id}-cover)`) +
    `<g clip-path="url(#${id}-panel)">${drawFinish(id, spec, panel)}${drawFold(id, spec)}${drawCamera(id, spec, panel)}</g>` +
    path(shape, 'none', `stroke="url(#${id}-rim)" stroke-width="0.35"`)
  );
}

function panelGradients(id: string, { colour, finish }: PhoneSpec): string {
  const contrast = finish === 'matte' ? 0.7 : 1;
  const dark = lightness(colour) < 0.25 ? 0.5 : 0.17;
  const stops: Stop[] =
    finish === 'curved'
      ? [
          [0, darken(colour, 0.26)],
          [0.07, lighten(colour, 0.3)],
          [0.2, lighten(colour, 0.08)],
          [0.6, colour],
          [0.9, darken(colour, 0.16)],
          [1, darken(colour, 0.45)],
        ]
      : [
          [0, lighten(colour, 0.2 * contrast)],
          [0.45, colour],
          [1, darken(colour, dark * contrast)],
        ];
  return (
    linear(`${id}-cover`, finish === 'curved' ? [0, 0, 1, 0.12] : [0, 0, 0.8, 1], stops) +
    linear(
      `${id}-sheen`,
      [0, 0, 1, 1],
      [
        [0, '#ffffff', lightness(colour) > 0.6 ? 0.5 : 0.24],
        [1, '#ffffff', 0.02],
      ],
    ) +
    radial(
      `${id}-glow`,
      [0.2, 0.12, 0.8],
      [
        [0, '#ffffff', lightness(colour) > 0.6 ? 0.4 : 0.16],
        [1, '#ffffff', 0],
      ],
    ) +
    linear(
      `${id}-rim`,
      [0, 0, 1, 1],
      [
        [0, '#ffffff', 0.7],
        [0.4, '#ffffff', 0.08],
        [1, '#05060a', 0.3],
      ],
    )
  );
}

function drawFinish(id: string, spec: PhoneSpec, panel: Box): string {
  const { x, y, width, height } = panel;
  const glow = bar(panel, 0, `url(#${id}-glow)`);
  if (spec.finish === 'matte') return glow;
  if (spec.finish === 'rugged') return glow + drawRibs(spec, panel);
  if (spec.finish === 'two-tone') return glow + drawWindow(id, spec, panel);
  const sheen = `M${num(x + width * 0.42)} ${num(y)}H${num(x + width)}V${num(y + height * 0.34)}L${num(x + width * 0.08)} ${num(y + height)}H${num(x)}V${num(y + height * 0.68)}Z`;
  return glow + path(sheen, `url(#${id}-sheen)`, 'fill-opacity="0.62"');
}

/** The polished window above a matte cover. */
function drawWindow(id: string, { colour }: PhoneSpec, { x, y, width, height }: Box): string {
  const window = box(x, y, width, height * 0.2);
  const tone = lightness(colour) < 0.25 ? lighten(colour, 0.12) : darken(colour, 0.1);
  return bar(window, 0, tone) + bar(window, 0, `url(#${id}-sheen)`);
}

function drawRibs({ colour, frame }: PhoneSpec, { x, y, width, height }: Box): string {
  const rib = (share: number): string =>
    bar(box(x + width * 0.22, y + height * share, width * 0.56, 1.6), 0.8, darken(colour, 0.35));
  const screw = (left: number, top: number): string =>
    circle(x + left, y + top, 1.7, lighten(frame, 0.25)) +
    bar(box(x + left - 1, y + top - 0.25, 2, 0.5), 0.2, darken(frame, 0.5));
  const ends = [6.4, width - 6.4].flatMap((left) => [screw(left, height * 0.44), screw(left, height - 9)]);
  return [0.66, 0.69, 0.72, 0.75].map(rib).join('') + ends.join('');
}

/** Folding phones: a small outer screen and the hinge across, or the hinge along one side. */
function drawFold(id: string, spec: PhoneSpec): string {
  if (spec.form === 'book')
    return (
      bar(box(spec.width - 3.2, 0, 3.2, spec.height), 0, darken(spec.frame, 0.2)) +
      bar(box(spec.width - 3.2, 0, 0.4, spec.height), 0, lighten(spec.frame, 0.4))
    );
  if (spec.form === 'keypad' || spec.form === 'clamshell') return drawBatteryCover(spec);
  if (spec.form !== 'flip') return '';
  const middle = spec.height / 2;
  const cover = box(3.4, 3.4, spec.width - 6.8, middle - 8.4);
  return (
    bar(box(0, middle - 1.7, spec.width, 3.4), 0, `url(#${id}-plate-metal)`) +
    bar(box(0, middle - 0.2, spec.width, 0.4), 0, '#05060a', 'fill-opacity="0.55"') +
    path(softRect(cover, 6.5), '#0b0d12') +
    circle(
      spec.width * 0.72,
      middle * 0.62,
      7.2,
      'none',
      `stroke="${lighten(spec.colour, 0.35)}" stroke-width="1.3"`,
    ) +
    circle(spec.width * 0.4, middle * 0.68, 4.2, lighten(spec.colour, 0.2)) +
    bar(
      box(cover.x + 6, cover.y + cover.height - 5.4, cover.width - 12, 1),
      0.5,
      '#ffffff',
      'fill-opacity="0.3"',
    )
  );
}

/** Older phones open at the back: a seam with a thumb catch, and slots for the loudspeaker. */
function drawBatteryCover({ form, width, height, colour, frame }: PhoneSpec): string {
  const seam = height * (form === 'clamshell' ? 0.56 : 0.3);
  const slots = [-4, 0, 4].map((left) =>
    bar(box(width / 2 + left - 1.2, height * 0.92, 2.4, 0.9), 0.45, darken(colour, 0.65)),
  );
  const line = `M0 ${num(seam)}C${num(width * 0.3)} ${num(seam + 4)} ${num(width * 0.7)} ${num(seam + 4)} ${num(width)} ${num(seam)}`;
  const hinge =
    form === 'clamshell'
      ? bar(box(0, height * 0.476, width, height * 0.048), 0, darken(frame, 0.3)) +
        bar(box(0, height * 0.478, width, height * 0.012), 0, lighten(frame, 0.4))
      : '';
  return (
    path(line, 'none', `stroke="${darken(colour, 0.5)}" stroke-width="0.5"`) +
    path(
      line,
      'none',
      `stroke="#ffffff" stroke-opacity="0.28" stroke-width="0.35" transform="translate(0 0.5)"`,
    ) +
    bar(box(width / 2 - 4.5, seam + 5.5, 9, 1.7), 0.85, darken(colour, 0.3)) +
    slots.join('') +
    hinge
  );
}
