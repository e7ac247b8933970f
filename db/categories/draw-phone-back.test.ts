import { expect, test } from 'vitest';

import { drawPhoneBack } from './draw-phone-back.ts';
import { makers } from './makers.ts';

test('each of the twelve best known makers has a phone of its own, whatever its colour', () => {
  const plain = { colour: '#123456', lettering: 'X', style: 'disc' } as const;
  const drawings = makers.slice(0, 12).map((maker) => drawPhoneBack({ ...maker, ...plain }));
  // Without the name, which stretches the mark, only the shape can differ.
  const shapes = drawings.map((svg) => svg.slice(0, svg.lastIndexOf('<svg')));
  expect(new Set(shapes).size).toBe(12);
});
