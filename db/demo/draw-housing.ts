import { darken, lighten } from '#db/drawing/colour.ts';
import type { PhoneSpec } from './phone-spec.ts';
import { bar, box, linear, path, softRect, type Box } from '#db/drawing/svg.ts';

/** The metal or plastic frame with its keys, which front and back share. */
export function drawHousing(id: string, spec: PhoneSpec, outer: Box, seenFrom: 'front' | 'back'): string {
  const { frame } = spec;
  const gradient = linear(
    `${id}-edge`,
    [0, 0, 1, 0],
    [
      [0, lighten(frame, 0.1)],
      [0.025, lighten(frame, 0.55)],
      [0.07, frame],
      [0.5, lighten(frame, 0.22)],
      [0.93, darken(frame, 0.12)],
      [0.975, darken(frame, 0.02)],
      [1, darken(frame, 0.5)],
    ],
  );
  return (
    `<defs>${gradient}</defs>` +
    drawButtons(spec, outer, seenFrom) +
    path(softRect(outer, spec.corner), `url(#${id}-edge)`) +
    (spec.finish === 'rugged' ? drawBumpers(spec, outer) : '')
  );
}

/** Keys protrude by half a millimetre; seen from behind they change sides. */
function drawButtons(spec: PhoneSpec, outer: Box, seenFrom: 'front' | 'back'): string {
  if (spec.buttons === 'none') return '';
  const light = lighten(spec.frame, 0.12);
  const dark = darken(spec.frame, 0.36);
  const key = (side: 'left' | 'right', from: number, to: number): string => {
    const isLeft = (side === 'left') === (seenFrom === 'front');
    const x = isLeft ? outer.x - 0.6 : outer.x + outer.width - 0.6;
    const area = box(x, outer.y + outer.height * from, 1.2, outer.height * (to - from));
    return bar(area, 0.5, isLeft ? light : dark);
  };
  if (spec.buttons === 'right') return key('right', 0.2, 0.3) + key('right', 0.35, 0.43);
  return (
    key('left', 0.155, 0.185) + key('left', 0.225, 0.29) + key('left', 0.31, 0.375) + key('right', 0.25, 0.36)
  );
}

function drawBumpers(spec: PhoneSpec, outer: Box): string {
  const size = spec.corner * 2.3;
  const tone = darken(spec.frame, 0.45);
  const corners = [
    [outer.x - 0.9, outer.y - 0.9],
    [outer.x + outer.width - size + 0.9, outer.y - 0.9],
    [outer.x - 0.9, outer.y + outer.height - size + 0.9],
    [outer.x + outer.width - size + 0.9, outer.y + outer.height - size + 0.9],
  ] as const;
  return corners.map(([x, y]) => path(softRect(box(x, y, size, size), spec.corner), tone)).join('');
}
