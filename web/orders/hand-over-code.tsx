import { renewCode } from '#contract/orders-actions.ts';
import type { Order } from '#contract/orders.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useButtonWork } from '#web/platform/use-button-work.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';

import { CodeLock } from './code-lock.tsx';
import { useOrderAction } from './use-order-action.ts';

/** The buyer's code, which the seller enters when they hand the phone over. */
export function HandOverCode({ order }: { order: Order }) {
  const { code, codeTries, possible, seller, delivery } = order;
  if (code === undefined) return null;
  if (codeTries?.isLockedForGood === true) {
    return (
      <Panel title="Your hand-over code">
        <CodeLock order={order} isBuyer />
      </Panel>
    );
  }
  return (
    <Panel title="Your hand-over code">
      {code.digits === null ? (
        <p>There is no code to show. Get a new one; any that you had before stops working.</p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          {code.address !== null && (
            <QrCode
              text={code.address}
              label={`QR code for the seller’s camera, with the code ${code.digits}`}
              className="size-40 border border-line"
            />
          )}
          <div className="grid min-w-0 grow basis-48 gap-2">
            <p className="font-display text-claim font-bold tracking-[0.2em] tabular-nums">
              <span aria-hidden="true">{code.digits}</span>
              {/* Screen readers would read six digits as one number. */}
              <span className="sr-only">{code.digits.split('').join(' ')}</span>
            </p>
            <p className="max-w-prose text-small text-quiet">
              {delivery === 'parcel' && 'Not needed for a parcel, only if you meet after all. '}
              Show it only when you have looked at the phone: with the code, {seller} confirms that you have
              the phone. Any camera app can read the QR code.
            </p>
          </div>
        </div>
      )}
      <CodeLock order={order} isBuyer />
      {possible.includes('renew-code') && <RenewCode orderId={order._id} isShown={code.digits !== null} />}
    </Panel>
  );
}

function RenewCode({ orderId, isShown }: { orderId: string; isShown: boolean }) {
  const call = useCall();
  const act = useOrderAction(orderId);
  const toasts = useToasts();
  const { isBusy, run } = useButtonWork();
  const renew = async (): Promise<void> => {
    await act(() => call(renewCode, { params: { _id: orderId }, body: undefined }));
    toasts.success('You have a new code. The old one no longer works.');
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 print:hidden">
      <Button variant="quiet" isBusy={isBusy} onClick={() => void run(renew)}>
        Get a new code
      </Button>
      {isShown && (
        <p className="text-small text-quiet">
          If somebody else has seen it. The old one stops working at once.
        </p>
      )}
    </div>
  );
}
