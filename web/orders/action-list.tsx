import { useState } from 'react';

import { orderActionWords } from '#contract/orders-words.ts';
import type { Order } from '#contract/orders.ts';
import { useDealTimes } from '#web/bookings/deal-times.ts';
import { Button } from '#web/ui/button.tsx';
import { focusContentIfLost } from '#web/ui/focus-content.ts';
import { Panel } from '#web/ui/panel.tsx';

import { ActionDialog } from './action-dialog.tsx';
import { type ListedAction, actionTexts, listedActions } from './action-texts.ts';
import { primaryAction } from './primary-action.ts';

/** All actions that the person can take on an order now, each with its explanation. */
export function ActionList({ order }: { order: Order }) {
  const [open, setOpen] = useState<ListedAction>();
  const timeFor = useDealTimes();
  const possible = listedActions.filter((action) => order.possible.includes(action));
  const leads = primaryAction(order);
  const close = (): void => {
    setOpen(undefined);
    // A dialog returns the focus to the button that opened it, but that one disappears once the action is done.
    focusContentIfLost();
  };
  return (
    <>
      {possible.length > 0 && (
        <Panel title="What you can do" className="print:hidden">
          <ul className="divide-y divide-line">
            {possible.map((action) => (
              <li
                key={action}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0"
              >
                <p id={`explains-${action}`} className="min-w-0 grow basis-64">
                  {actionTexts[action].explains(timeFor, order)}
                </p>
                <Button
                  variant={action === leads ? 'action' : variantBeside(action)}
                  aria-describedby={`explains-${action}`}
                  aria-haspopup="dialog"
                  onClick={() => setOpen(action)}
                  className="max-phone:w-full"
                >
                  {orderActionWords[action]}
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {/* The dialog stays open if the action has become impossible meanwhile, so that what was typed can still be read. */}
      {open !== undefined && <ActionDialog order={order} action={open} onClose={close} />}
    </>
  );
}

const variantBeside = (action: ListedAction) =>
  actionTexts[action].variant === 'danger' ? 'danger' : 'quiet';
