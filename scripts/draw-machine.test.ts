import { expect, test } from 'vitest';

import { drawMachine } from './draw-machine.ts';

test('a machine is drawn with who may do what, and when it happens by itself', () => {
  const drawing = drawMachine({
    name: 'lamp',
    first: 'off',
    transitions: {
      off: { on: { by: ['buyer'] } },
      on: { off: { by: ['buyer', 'system'], after: { minutes: 90, remindAfterMinutes: [60, 7 * 1440] } } },
    },
  });
  expect(drawing).toContain('  [*] --> off\n  off --> on: buyer\n  on --> off: buyer, system\n');
  expect(drawing).toContain('| `on` | `off` | buyer, system | 1 hour 30 minutes | 1 hour, 7 days |');
});
