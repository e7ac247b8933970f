import { cameraFamilies } from './camera-families.ts';
import type { Camera, Plate } from './camera.ts';
import { darken, lighten, lightness, mix } from '#db/drawing/colour.ts';
import type { PhoneSpec } from './phone-spec.ts';
import { box, circle, ellipse, linear, path, radial, softRect, type Box } from '#db/drawing/svg.ts';

/**
 * The cameras and lights of a back; to be clipped to the housing, since bars and corner plates extend beyond its edge.
 */
export function drawCamera(id: string, spec: PhoneSpec, back: Box): string {
  const camera: Camera = cameraFamilies[spec.camera];
  const originX = camera.from === 'centre' ? back.x + back.width / 2 : back.x;
  const at = (x: number, y: number): [number, number] => [originX + x, back.y + y];
  const spread = (spot: readonly [number, number, number]): [number, number, number] => [
    ...at(spot[0], spot[1]),
    spot[2],
  ];
  return [
    `<defs>${lensGradients(id)}${plateGradients(id, spec)}</defs>`,
    ...camera.plates.map((plate) => drawPlate(id, spec, plate, plateBox(plate, back, at))),
    ...(camera.glyph === undefined ? [] : [drawGlyph(camera.glyph, spec, back)]),
    ...camera.lenses.map((spot) => drawLens(id, spec, spread(spot))),
    ...camera.lights.map((spot) => drawLight(id, spread(spot))),
    ...(camera.sensor === undefined ? [] : [drawSensor(spec, spread(camera.sensor))]),
  ].join('');
}

function lensGradients(id: string): string {
  return (
    linear(
      `${id}-ring`,
      [0, 0, 1, 1],
      [
        [0, '#d9dce2'],
        [0.45, '#5b606a'],
        [1, '#1c1f25'],
      ],
    ) +
    radial(
      `${id}-glass`,
      [0.42, 0.38, 0.66],
      [
        [0, '#3b4a78'],
        [0.34, '#1d2547'],
        [0.72, '#0a0d18'],
        [1, '#04050a'],
      ],
    ) +
    radial(
      `${id}-lamp`,
      [0.45, 0.4, 0.6],
      [
        [0, '#fffdf2'],
        [0.6, '#f6e9bd'],
        [1, '#c9b681'],
      ],
    )
  );
}

function plateGradients(id: string, { colour, frame }: PhoneSpec): string {
  const slope = [0, 0, 1, 1];
  const body = lightness(colour) > 0.25 ? colour : lighten(colour, 0.07);
  return (
    linear(`${id}-plate-body`, slope, [
      [0, lighten(body, 0.3)],
      [0.5, lighten(body, 0.08)],
      [1, darken(body, 0.08)],
    ]) +
    linear(`${id}-plate-deep`, slope, [
      [0, mix(darken(colour, 0.55), '#2b2f38', 0.35)],
      [1, mix(darken(colour, 0.8), '#101217', 0.35)],
    ]) +
    linear(`${id}-plate-black`, slope, [
      [0, '#2e323a'],
      [0.5, '#14161b'],
      [1, '#0a0b0e'],
    ]) +
    linear(`${id}-plate-metal`, slope, [
      [0, lighten(frame, 0.45)],
      [0.5, frame],
      [1, darken(frame, 0.25)],
    ])
  );
}

function plateBox(plate: Plate, back: Box, at: (x: number, y: number) => [number, number]): Box {
  if (plate.width === 0) return box(back.x - 0.5, back.y + plate.y, back.width + 1, plate.height);
  const [x, y] = at(plate.x, plate.y);
  return box(x, y, plate.width, plate.height);
}

/** A raised plate: a shade to the lower right, the plate, and a bright rim to the upper left. */
function drawPlate(id: string, spec: PhoneSpec, plate: Plate, area: Box): string {
  const shape = softRect(area, plate.radius);
  const shade = lightness(spec.colour) > 0.6 ? 0.1 : 0.2;
  const rim = plate.tone === 'black' ? 0.22 : 0.5;
  return (
    path(
      softRect(box(area.x + 0.5, area.y + 0.9, area.width + 0.5, area.height + 0.5), plate.radius),
      '#05060a',
      `fill-opacity="${shade}"`,
    ) +
    path(
      softRect(box(area.x + 0.1, area.y + 0.3, area.width + 0.2, area.height + 0.3), plate.radius),
      '#05060a',
      `fill-opacity="${shade}"`,
    ) +
    path(
      shape,
      `url(#${id}-plate-${plate.tone})`,
      `stroke="#ffffff" stroke-opacity="${rim}" stroke-width="0.22"`,
    )
  );
}

function drawLens(id: string, spec: PhoneSpec, [x, y, r]: [number, number, number]): string {
  const rim = mix(spec.frame, '#8b909a', 0.25);
  return (
    circle(x + r * 0.05, y + r * 0.1, r * 1.06, '#05060a', 'fill-opacity="0.28"') +
    circle(x, y, r, lightness(rim) > 0.3 ? rim : `url(#${id}-ring)`) +
    circle(
      x,
      y,
      r * 0.985,
      'none',
      `stroke="url(#${id}-ring)" stroke-width="${Math.max(0.22, r * 0.05).toFixed(2)}"`,
    ) +
    circle(x, y, r * 0.86, '#0c0e13') +
    circle(x, y, r * 0.74, 'none', 'stroke="#343944" stroke-width="0.25"') +
    circle(x, y, r * 0.56, `url(#${id}-glass)`) +
    circle(x, y, r * 0.26, '#03040a') +
    ellipse(x - r * 0.2, y - r * 0.24, r * 0.15, r * 0.11, '#dfe8ff', 'fill-opacity="0.85"') +
    circle(x + r * 0.22, y + r * 0.24, r * 0.07, '#7d8fd6', 'fill-opacity="0.8"')
  );
}

function drawLight(id: string, [x, y, r]: [number, number, number]): string {
  return circle(x, y, r, `url(#${id}-lamp)`, 'stroke="#05060a" stroke-opacity="0.25" stroke-width="0.3"');
}

function drawSensor({ colour }: PhoneSpec, [x, y, r]: [number, number, number]): string {
  return (
    circle(
      x,
      y,
      r,
      darken(colour, 0.12),
      `stroke="${lighten(colour, 0.35)}" stroke-opacity="0.6" stroke-width="0.25"`,
    ) + circle(x, y, r * 0.84, darken(colour, 0.2))
  );
}

/** Light strips under a clear back. */
function drawGlyph(glyph: 'lights' | 'arc', { colour }: PhoneSpec, back: Box): string {
  const stroke = `stroke="${lightness(colour) > 0.5 ? '#ffffff' : '#eef1f6'}" stroke-width="1.5" stroke-linecap="round"`;
  const midX = back.x + back.width / 2;
  const part = (d: string): string => path(d, 'none', stroke);
  if (glyph === 'arc') {
    return (
      part(`M${midX - 24} ${back.y + 12}a26 26 0 0 0 4 22`) +
      part(`M${midX + 24} ${back.y + 30}a26 26 0 0 1 -16 10`) +
      part(`M${midX + 26} ${back.y + 8}v6`)
    );
  }
  const middle = back.y + back.height * 0.5;
  return (
    part(`M${midX - 26} ${back.y + 4.4}c-10 4 -9 33 -2 36h9`) +
    part(`M${midX + 6} ${back.y + 22}l16 -13`) +
    part(`M${midX - 20} ${middle - 4}a22 22 0 0 1 38 -4`) +
    part(`M${midX + 21} ${middle + 3}a22 22 0 0 1 -38 8`) +
    part(`M${midX} ${back.y + back.height - 22}v10`)
  );
}
