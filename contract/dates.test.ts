import { expect, test } from 'vitest';

import { formatDay, formatMoment } from './dates.ts';
import { until } from './orders-notification-words.ts';
import { paymentNotifications } from './payments-notifications.ts';

test('days and moments are written the same way in every text', () => {
  const time = '2026-12-07T14:06:59.999Z';
  expect(formatDay(time)).toBe('7 Dec 2026');
  expect(formatDay('2026-12-07')).toBe('7 Dec 2026');
  expect(formatMoment(time)).toBe('7 Dec 2026, 14:06 UTC');
  expect(until(time)).toBe(' You have until 7 Dec 2026, 14:06 UTC.');
  const charge = { model: undefined, isSale: false, isCompleted: false, cents: 1250, currency: 'usd' };
  const news = { ...charge, isInquiry: true, reason: 'fraudulent', dueAt: time };
  expect(paymentNotifications['chargeback-opened'].words(news).text).toContain(
    'until 7 Dec 2026, 14:06 UTC.',
  );
});
