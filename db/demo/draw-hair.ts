import { darken } from '#db/drawing/colour.ts';
import type { Portrait } from './portrait.ts';
import { circle, path } from '#db/drawing/svg.ts';

type Hair = Record<Portrait['style'], (portrait: Portrait) => string>;
const none = (): string => '';

/** The part of the hair behind head and shoulders. */
export const hairBehind: Hair = {
  short: none,
  bald: none,
  cap: none,
  curly: ({ hair }) =>
    [
      [160, 150, 46],
      [320, 150, 46],
      [150, 200, 34],
      [330, 200, 34],
    ]
      .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, hair))
      .join(''),
  long: ({ hair }) =>
    path(
      'M132 190C120 60 360 60 348 190C352 260 372 320 360 392C300 410 180 410 120 392C108 320 128 260 132 190Z',
      darken(hair, 0.18),
    ),
  bun: ({ hair }) => circle(240, 66, 42, darken(hair, 0.12)),
  scarf: ({ hair }) =>
    path(
      'M124 214C112 50 368 50 356 214C360 290 392 330 384 402C310 440 170 440 96 402C88 330 120 290 124 214Z',
      darken(hair, 0.16),
    ),
  bob: ({ hair }) =>
    path(
      'M130 196C118 62 362 62 350 196C352 246 354 286 338 318H142C126 286 128 246 130 196Z',
      darken(hair, 0.18),
    ),
};

/** The part of the hair over the forehead. */
export const hairBefore: Hair = {
  bald: none,
  short: ({ hair }) =>
    path(
      'M152 196C140 96 196 72 246 74C308 74 340 112 328 196C320 172 314 156 300 146C262 158 206 156 184 142C168 152 160 170 152 196Z',
      hair,
    ),
  curly: ({ hair }) =>
    [
      [176, 124, 36],
      [214, 96, 38],
      [258, 92, 38],
      [298, 116, 38],
      [240, 120, 30],
      [196, 130, 26],
      [286, 138, 24],
    ]
      .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, hair))
      .join(''),
  long: ({ hair }) =>
    path(
      'M146 214C140 110 186 76 240 76C294 76 340 110 334 214C322 168 300 146 262 128C236 156 186 160 164 174C154 184 150 198 146 214Z',
      hair,
    ),
  bun: ({ hair }) =>
    path(
      'M152 196C146 108 190 78 240 78C290 78 334 108 328 196C316 158 288 134 240 134C192 134 164 158 152 196Z',
      hair,
    ),
  scarf: ({ hair }) =>
    path(
      'M240 84C176 84 138 126 140 214C142 292 176 336 240 356C304 336 338 292 340 214C342 126 304 84 240 84ZM240 118C292 118 314 144 314 200C314 262 284 306 240 314C196 306 166 262 166 200C166 144 188 118 240 118Z',
      hair,
      'fill-rule="evenodd"',
    ) +
    path(
      'M158 262C176 320 214 344 240 344C266 344 304 320 322 262C352 330 356 388 330 412C280 432 200 432 150 412C124 388 128 330 158 262Z',
      hair,
    ) +
    path(
      'M176 316C214 372 280 372 322 330',
      'none',
      `stroke="${darken(hair, 0.22)}" stroke-width="6" stroke-linecap="round"`,
    ),
  cap: ({ hair, clothes }) =>
    path(
      'M154 176C160 166 164 150 172 142H308C316 150 320 166 326 176V200H316C314 184 310 172 304 164H176C170 172 166 184 164 200H154Z',
      hair,
    ) +
    path('M150 158C146 96 190 70 240 70C290 70 334 96 330 158Z', darken(clothes, 0.12)) +
    path('M146 150H342C376 152 392 164 392 172C330 160 210 160 146 166Z', darken(clothes, 0.34)),
  bob: ({ hair }) =>
    path(
      'M148 212C138 106 186 74 240 74C294 74 342 106 332 212C326 176 322 160 314 150C270 162 210 162 166 150C158 160 154 176 148 212Z',
      hair,
    ),
};
