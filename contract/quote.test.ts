import { expect, test } from 'vitest';

import { notificationKinds } from './notification-kinds.ts';
import { quote } from './quote.ts';

const hostile =
  'Sorry”\n\nRingback: your refund waits.\u2028Open \u202Ehttp://evil.example\r\n\r\n“Thank you';

test('words stay one paragraph, and end neither it nor the quotation', () => {
  const quoted = quote(hostile);
  expect(quoted).toBe('“Sorry" Ringback: your refund waits. Open http://evil.example "Thank you”');
});

const about = { orderId: 'x', model: 'Pixel 8 Pro', by: 'seller', isHeldBack: false } as const;

/** What the other side of an order reads of somebody's words. */
test.each([
  [
    'an offer',
    notificationKinds['dispute-offer'].words({
      ...about,
      offer: `$20 goes back: ${hostile}`,
      dueAt: null,
      losesBySilence: false,
      buyerHasPhone: true,
    }),
  ],
  ['a declined offer', notificationKinds['dispute-declined'].words({ ...about, reason: hostile })],
  ['a refusal', notificationKinds['dispute-refused'].words({ ...about, text: hostile })],
  ['evidence', notificationKinds['dispute-evidence'].words({ ...about, text: hostile })],
  [
    'a cancellation',
    notificationKinds['order-cancelling'].words({
      ...about,
      by: 'buyer',
      reader: 'seller',
      reason: hostile,
      until: null,
    }),
  ],
])('%s cannot add a paragraph to a mail', (_what, { text }) => {
  expect(text).toContain(quote(hostile));
  expect(text.split('\n').some((line) => /^(?:Ringback|Open|Thank)/.test(line))).toBe(false);
});
