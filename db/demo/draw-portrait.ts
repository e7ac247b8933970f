import { darken, lighten } from '#db/drawing/colour.ts';
import { hairBefore, hairBehind } from './draw-hair.ts';
import type { Portrait } from './portrait.ts';
import { bar, box, circle, clip, ellipse, path } from '#db/drawing/svg.ts';

/** Draws a simple friendly face, 480 × 480, head and shoulders in the middle so that a round crop fits. */
export function drawPortrait(portrait: Portrait): string {
  const { backdrop, style } = portrait;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="40 16 400 400">' +
    `<defs>${clip('face', 'M158 178C158 120 196 96 240 96C284 96 322 120 322 178V226C322 284 286 322 240 322C194 322 158 284 158 226Z')}</defs>` +
    bar(box(0, 0, 480, 480), 0, backdrop) +
    circle(360, 120, 190, lighten(backdrop, 0.22), 'fill-opacity="0.55"') +
    hairBehind[style](portrait) +
    drawBody(portrait) +
    drawHead(portrait) +
    hairBefore[style](portrait) +
    (portrait.glasses === true ? drawGlasses() : '') +
    '</svg>'
  );
}

function drawBody({ skin, clothes }: Portrait): string {
  return (
    path('M196 290H284V372C284 398 196 398 196 372Z', darken(skin, 0.14)) +
    path('M60 480C62 408 118 374 194 362C206 392 274 392 286 362C362 374 418 408 420 480Z', clothes) +
    path('M194 362C206 392 274 392 286 362L300 366C288 412 192 412 180 366Z', darken(clothes, 0.22)) +
    path('M286 362C362 374 418 408 420 480H330C330 430 316 388 286 362Z', darken(clothes, 0.1))
  );
}

function drawHead({ skin, beard, hair, style }: Portrait): string {
  const brow = style === 'scarf' ? '#2a211c' : darken(hair, 0.1);
  const ears =
    style === 'scarf'
      ? ''
      : ellipse(158, 216, 17, 24, darken(skin, 0.1)) + ellipse(322, 216, 17, 24, darken(skin, 0.1));
  const ink = darken(skin, 0.72);
  const shade = darken(skin, 0.1);
  return (
    ears +
    path(
      'M158 178C158 120 196 96 240 96C284 96 322 120 322 178V226C322 284 286 322 240 322C194 322 158 284 158 226Z',
      skin,
    ) +
    `<g clip-path="url(#face)">${path('M268 90C300 150 300 270 250 326H340V90Z', shade, 'fill-opacity="0.55"')}${beard === true ? drawBeard(hair, skin) : ''}</g>` +
    circle(208, 208, 7.5, ink) +
    circle(272, 208, 7.5, ink) +
    path(
      'M192 184Q208 174 224 182M256 182Q272 174 288 184',
      'none',
      `stroke="${brow}" stroke-width="6" stroke-linecap="round"`,
    ) +
    path(
      'M240 212Q232 240 242 246',
      'none',
      `stroke="${darken(skin, 0.3)}" stroke-width="5" stroke-linecap="round"`,
    ) +
    path('M212 268Q240 292 268 268', 'none', `stroke="${ink}" stroke-width="6.5" stroke-linecap="round"`) +
    ellipse(188, 246, 15, 9, '#e06a5a', 'fill-opacity="0.2"') +
    ellipse(292, 246, 15, 9, '#e06a5a', 'fill-opacity="0.2"')
  );
}

function drawBeard(hair: string, skin: string): string {
  return (
    path('M150 214C172 262 196 250 240 250C284 250 308 262 330 214V330H150Z', hair) +
    path('M206 262Q240 254 274 262Q268 294 240 294Q212 294 206 262Z', skin)
  );
}

function drawGlasses(): string {
  const line = 'stroke="#22262e" stroke-width="6"';
  return (
    circle(207, 210, 28, '#ffffff', `fill-opacity="0.16" ${line}`) +
    circle(273, 210, 28, '#ffffff', `fill-opacity="0.16" ${line}`) +
    path('M235 206Q240 200 245 206M179 206L160 198M301 206L320 198', 'none', `${line} stroke-linecap="round"`)
  );
}
