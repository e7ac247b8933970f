import type { ReactNode } from 'react';

import { codeTries } from '#contract/orders-machine.ts';
import type { Order } from '#contract/orders.ts';
import { AlertIcon } from '#web/ui/icons.tsx';
import { Moment } from '#web/ui/moment.tsx';

/** After a wrong code, shows how many tries are left, and when it is locked, what to do. */
export function CodeLock({
  order: { codeTries: tries, hasOpenChargeback },
  isBuyer = false,
}: {
  order: Pick<Order, 'codeTries' | 'hasOpenChargeback'>;
  isBuyer?: boolean;
}) {
  if (tries === null) return null;
  const { left, lockedUntil, isLockedForGood } = tries;
  if (isLockedForGood) {
    return (
      <Notice>
        {isBuyer
          ? 'Too many wrong codes were entered, so the code no longer works. When you have the phone, press “I have it”.'
          : 'Too many wrong codes were entered, so the code no longer works. The buyer can press “I have it” on their page when they have the phone.'}
      </Notice>
    );
  }
  if (lockedUntil !== null) {
    return (
      <Notice>
        Too many wrong codes were entered. The next one can be entered after <Moment time={lockedUntil} />.{' '}
        {/* While a bank holds the money, nobody should hand the phone over. */}
        {!hasOpenChargeback &&
          (isBuyer
            ? 'You need not wait: when you have the phone, press “I have it”.'
            : 'You need not wait: the buyer can press “I have it” on their page. Let go of the phone only when this page says Handed over.')}
      </Notice>
    );
  }
  if (left >= codeTries.untilPause) return null;
  return (
    <Notice>
      A wrong code was entered. {left} {left === 1 ? 'try is' : 'tries are'} left before a pause of{' '}
      {codeTries.pauseMinutes} minutes.
    </Notice>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2 rounded-control bg-wait-soft px-4 py-3">
      <AlertIcon className="mt-0.5 size-5 text-wait" />
      <span>{children}</span>
    </p>
  );
}
