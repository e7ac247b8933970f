import { expect, test } from 'vitest';

import { withMachine } from './draw-machine.ts';

const lamp = {
  name: 'lamp',
  first: 'off',
  transitions: {
    off: { on: { by: ['buyer'] } },
    on: { off: { by: ['buyer', 'system'], after: { minutes: 90, remindAfterMinutes: [60, 7 * 1440] } } },
  },
} as const;

const marked = (drawn: string) =>
  `# Lamps\n\n<!-- Drawn from the contract by npm run check -- --write. -->\n${drawn}<!-- End of what is drawn. -->\nMore.\n`;

test('a machine is drawn with who may do what, and when it happens by itself', () => {
  const document = withMachine(marked(''), lamp);
  expect(document).toContain('  [*] --> off\n  off --> on: buyer\n  on --> off: buyer, system\n');
  expect(document).toContain('| `on` | `off` | buyer, the product | 90 minutes | 1 hour, 7 days |\n');
});

test('what was drawn before is replaced, the rest of the document stays', () => {
  expect(withMachine(marked('\nold\n'), lamp)).toBe(withMachine(marked(''), lamp));
  expect(withMachine(marked(''), lamp)).toMatch(/^# Lamps\n[^]*\nMore\.\n$/);
});

test('a document without a place for the drawing is refused', () => {
  expect(() => withMachine('# Lamps\n', lamp)).toThrow('The document has no line');
});
