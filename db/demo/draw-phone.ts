import { darken, fromHsl, lightness, toHsl } from '#db/drawing/colour.ts';
import { drawBack } from './draw-back.ts';
import { drawFront, frontWidth } from './draw-front.ts';
import type { PhoneSpec } from './phone-spec.ts';
import { bar, box, ellipse, linear, num, path, radial, softRect } from '#db/drawing/svg.ts';

/** `pair`: the back with the front before it; `detail`: the back's upper half, close. */
export type Side = 'front' | 'back' | 'pair' | 'detail';

const canvas = { width: 960, height: 1200 };
/** The horizontal distance of the back behind the front. */
const step = 46;

/**
 * Draws a phone as a product photo: upright on a background tinted by its own colour, lit from above.
 *
 * @param width in pixels; the picture is a quarter higher
 */
export function drawPhone(spec: PhoneSpec, side: Side, width: number = canvas.width): string {
  const scale = scaleOf(spec, side);
  const tint = backdropOf(spec);
  const height = (width / canvas.width) * canvas.height;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewOf(spec, side, scale)}">` +
    `<defs>${backdropGradients(tint)}</defs>` +
    bar(box(0, 0, canvas.width, canvas.height), 0, 'url(#wall)') +
    (side === 'pair' ? drawPair(spec, scale) : drawAlone(spec, side, scale)) +
    '</svg>'
  );
}

/** The whole canvas, or the part around the upper half of the phone. */
function viewOf(spec: PhoneSpec, side: Side, scale: number): string {
  if (side !== 'detail') return `0 0 ${canvas.width} ${canvas.height}`;
  const top = groundOf(spec, scale) - spec.height * scale;
  const width = Math.min(canvas.width, spec.width * scale * 1.25);
  return [(canvas.width - width) / 2, top - 50, width, width * 1.25].map(num).join(' ');
}

/** Tall phones fill the picture; small ones are drawn a little smaller, as in reality. */
function scaleOf(spec: PhoneSpec, side: Side): number {
  const widest = side === 'pair' ? pairWidth(spec) : sideWidth(spec, side);
  const drawnHeight = 880 * Math.min(1.04, (spec.height / 150) ** 0.3);
  return Math.min(drawnHeight / spec.height, 800 / widest);
}

/** Phones stand slightly below the middle, whatever their height. */
function groundOf(spec: PhoneSpec, scale: number): number {
  return Math.min(1076, 640 + (spec.height * scale) / 2);
}

function sideWidth(spec: PhoneSpec, side: Side): number {
  return side === 'front' ? frontWidth(spec) : spec.width;
}

/** The front covers a sixth of the back, so that the cameras remain visible. */
function pairWidth(spec: PhoneSpec): number {
  return spec.width * 0.84 + frontWidth(spec);
}

function drawAlone(spec: PhoneSpec, side: Exclude<Side, 'pair'>, scale: number): string {
  const width = sideWidth(spec, side) * scale;
  const drawn = side === 'front' ? drawFront('f', spec) : drawBack('b', spec);
  return stand(drawn, (canvas.width - width) / 2, groundOf(spec, scale), width, spec, scale);
}

function drawPair(spec: PhoneSpec, scale: number): string {
  const left = (canvas.width - pairWidth(spec) * scale) / 2;
  const frontLeft = left + spec.width * 0.84 * scale;
  const ground = groundOf(spec, scale);
  const backGround = ground - step;
  return (
    stand(drawBack('b', spec), left, backGround, spec.width * scale, spec, scale) +
    drawCastShadow(spec, frontLeft, left, ground, scale) +
    stand(drawFront('f', spec), frontLeft, ground, frontWidth(spec) * scale, spec, scale)
  );
}

/** Places a drawing on the ground with a wide soft shadow to the right and a dark line where it touches. */
function stand(
  drawn: string,
  left: number,
  bottom: number,
  width: number,
  spec: PhoneSpec,
  scale: number,
): string {
  const top = bottom - spec.height * scale;
  return (
    ellipse(left + width * 0.56, bottom + 2, width * 0.66, 40, 'url(#shade)') +
    ellipse(left + width * 0.5, bottom - 1, width * 0.5, 9, 'url(#touch)') +
    `<g transform="translate(${num(left)} ${num(top)}) scale(${scale.toFixed(4)})">${drawn}</g>`
  );
}

/** The front's shadow on the back behind it: some faint layers look like a soft edge and need no slow filter. */
function drawCastShadow(
  spec: PhoneSpec,
  frontLeft: number,
  backLeft: number,
  ground: number,
  scale: number,
): string {
  const back = box(backLeft, ground - step - spec.height * scale, spec.width * scale, spec.height * scale);
  const layers = [26, 20, 15, 10, 6, 3].map((reach) => {
    const top = ground - spec.height * scale - reach * 0.7;
    return path(
      softRect(box(frontLeft - reach, top, 300, spec.height * scale + reach), spec.corner * scale + reach),
      '#05060a',
      'fill-opacity="0.055"',
    );
  });
  return `<clipPath id="behind"><path d="${softRect(back, spec.corner * scale)}"/></clipPath><g clip-path="url(#behind)">${layers.join('')}</g>`;
}

/** Pale phones have a darker background, so that their outline is visible. */
function backdropOf({ colour }: PhoneSpec): string {
  const { hue, saturation } = toHsl(colour);
  const isPale = lightness(colour) > 0.68;
  const isDark = lightness(colour) < 0.16;
  const strength = isDark ? Math.min(saturation, 0.12) : Math.min(saturation * 0.55, 0.34);
  return fromHsl(saturation < 0.05 ? 40 : hue, Math.max(strength, 0.07), isPale ? 0.79 : 0.87);
}

function backdropGradients(tint: string): string {
  return (
    // From top to bottom: a diagonal or round gradient would take a third of the whole picture's time.
    linear(
      'wall',
      [0, 0, 0, 1],
      [
        [0, fromWhite(tint, 0.45)],
        [0.6, tint],
        [1, darken(tint, 0.1)],
      ],
    ) +
    radial(
      'shade',
      [0.5, 0.5, 0.5],
      [
        [0, darken(tint, 0.75), 0.5],
        [0.6, darken(tint, 0.7), 0.2],
        [1, darken(tint, 0.6), 0],
      ],
    ) +
    radial(
      'touch',
      [0.5, 0.5, 0.5],
      [
        [0, '#05060a', 0.55],
        [0.8, '#05060a', 0.4],
        [1, '#05060a', 0],
      ],
    )
  );
}

function fromWhite(tint: string, share: number): string {
  const { hue, saturation, light } = toHsl(tint);
  return fromHsl(hue, saturation, light + (1 - light) * share);
}
