import { expect, onTestFinished, test } from 'vitest';

import { loadConfig } from '#server/platform/config.ts';
import { openMarket } from '#testing/market.ts';
import { newSides, paidOrder, passTime, sidesAgain } from '#testing/order-requests.ts';

test('an installation chooses on which days both sides are reminded of the hand-over', async () => {
  const market = await openMarket({ deals: loadConfig({ ORDER_REMINDER_DAYS: '1, 3' }).deals });
  onTestFinished(() => market.close());
  const people = await newSides(market);
  const id = await paidOrder(market, people);
  const reminders = async () => {
    const { buyer } = await sidesAgain(market, people);
    const { timeline } = (await buyer.get(`/orders/${id}`)).body;
    return timeline.filter(({ what }: { what: string | null }) => what === 'reminded').length;
  };
  const counts = [];
  for (const minutes of [1435, 10, 2870, 10, 10 * 1440]) {
    await passTime(market, minutes);
    counts.push(await reminders());
  }
  expect(counts).toEqual([0, 1, 1, 2, 2]);
});
