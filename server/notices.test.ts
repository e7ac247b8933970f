import { expect, test } from 'vitest';

import { noticesOf } from './notices.ts';
import { noticeQueue } from '#server/notifications/service.ts';
import { subscriptions } from './subscriptions.ts';

test('every event of which people are notified reaches the notifications, and no other does', () => {
  const subscribed = Object.entries(subscriptions).flatMap(([kind, queues]) =>
    queues.some(({ name }) => name === noticeQueue.name) ? [kind] : [],
  );
  expect(subscribed.toSorted()).toEqual(Object.keys(noticesOf).toSorted());
});
