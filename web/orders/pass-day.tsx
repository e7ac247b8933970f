import { passDay } from '#contract/orders-actions.ts';
import { isOpenOrder } from '#contract/orders-machine.ts';
import { orderStateWords } from '#contract/orders-words.ts';
import type { Order } from '#contract/orders.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useButtonWork } from '#web/platform/use-button-work.ts';
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
  const { isBusy, run } = useButtonWork();
  if (!isDemo || !isOpenOrder(state)) return null;
  const pass = async (): Promise<void> => {
    const after = await act(() => call(passDay, { params: { _id }, body: undefined }));
    // Where the order stands is far above on a narrow screen; a day without a change is in the timeline below.
    if (after.state !== state) toasts.info(`The order has changed: ${orderStateWords[after.state]}`);
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
          onClick={() => void run(pass)}
          className="max-phone:w-full"
        >
          One day passes
        </Button>
      </div>
    </Panel>
  );
}
