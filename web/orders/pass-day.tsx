import { useState } from 'react';

import { passDay } from '#contract/orders-actions.ts';
import { isOpenOrder } from '#contract/orders-machine.ts';
import { orderStateWords } from '#contract/orders-words.ts';
import type { Order } from '#contract/orders.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useSiteConfig } from '#web/platform/site-config.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';

import { useOrderAction } from './use-order-action.ts';

/** The demo can advance an order's time, so that anybody sees within a minute what happens automatically. */
export function PassDay({ order: { _id, state } }: { order: Order }) {
  const isDemo = useSiteConfig()?.mode === 'demo';
  const call = useCall();
  const act = useOrderAction(_id);
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  if (!isDemo || !isOpenOrder(state)) return null;
  const pass = async (): Promise<void> => {
    setBusy(true);
    try {
      const after = await act(() => call(passDay, { params: { _id }, body: undefined }));
      // Where the order stands is far above on a narrow screen; a day without a change is in the timeline below.
      if (after.state !== state) toasts.info(`The order has changed: ${orderStateWords[after.state]}`);
    } catch (error) {
      toasts.error(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <Panel title="In the demo" className="print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p id="explains-pass-day" className="min-w-0 grow basis-64">
          Moves the deadlines of this order one day earlier. What is due then happens at once.
        </p>
        <Button
          variant="quiet"
          aria-describedby="explains-pass-day"
          isBusy={isBusy}
          onClick={() => void pass()}
          className="max-phone:w-full"
        >
          One day passes
        </Button>
      </div>
    </Panel>
  );
}
