import { useState } from 'react';

import { checkItem } from '#contract/orders-actions.ts';
import { type ChecklistItem, checklistItems } from '#contract/orders-machine.ts';
import { checklistWords } from '#contract/orders-words.ts';
import type { Order } from '#contract/orders.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Panel } from '#web/ui/panel.tsx';

import { useOrderAction } from './use-order-action.ts';

/**
 * What the buyer checks with the phone in hand. Only the buyer can tick the boxes, and the timeline shows the ticks.
 */
export function Checklist({
  order: { _id, state, delivery, checked, possible, codeTries },
}: {
  order: Order;
}) {
  const call = useCall();
  const act = useOrderAction(_id);
  const toasts = useToasts();
  const [asked, setAsked] = useState<Partial<Record<ChecklistItem, boolean>>>({});
  const tick = async (item: ChecklistItem, isChecked: boolean): Promise<void> => {
    // The box changes before the server has answered.
    setAsked((before) => ({ ...before, [item]: isChecked }));
    try {
      await act(() => call(checkItem, { params: { _id }, body: { item, isChecked } }));
    } catch (error) {
      toasts.error(messageOf(error));
    }
    setAsked(({ [item]: _done, ...before }) => before);
  };
  const done = checked.length;
  return (
    <Panel
      title="Check the phone"
      aside={
        <span className="text-small text-quiet tabular-nums">
          {done} of {checklistItems.length}
        </span>
      }
    >
      <p className="max-w-prose text-small text-quiet">
        {state === 'paid' && delivery === 'meeting' && codeTries?.isLockedForGood !== true
          ? 'With the phone in your hands, before you show the code. '
          : ''}
        Nobody has to tick anything; what you tick is shown in the timeline.
      </p>
      <ul className="grid gap-2 print:block print:space-y-2">
        {checklistItems.map((item) => (
          <li key={item}>
            <Checkbox
              checked={asked[item] ?? checked.includes(item)}
              disabled={!possible.includes('check')}
              onChange={({ target }) => void tick(item, target.checked)}
            >
              {checklistWords[item]}
            </Checkbox>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
