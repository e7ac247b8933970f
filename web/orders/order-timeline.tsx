import type { Order, OrderTimelineEntry } from '#contract/orders.ts';
import { type OrderState, checklistItems, isOpenOrder } from '#contract/orders-machine.ts';
import { checklistWords, orderLogWords } from '#contract/orders-words.ts';
import { Panel } from '#web/ui/panel.tsx';
import type { RingTone } from '#web/ui/ring.tsx';
import { Timeline, type TimelineEntry } from '#web/ui/timeline.tsx';

import { actorOf, stateEntered, stateTones, stepsOf } from './order-words.ts';

/** Everything that has happened to an order, by whom and why, and the steps that follow. */
export function OrderTimeline({ order }: { order: Order }) {
  return (
    <Panel title="Timeline">
      <Timeline
        label="Timeline"
        entries={[...order.timeline.map((entry) => happened(entry, order)), ...toCome(order)]}
      />
    </Panel>
  );
}

function happened(entry: OrderTimelineEntry, order: Order): TimelineEntry {
  const { _id, at, state, what, detail } = entry;
  return {
    key: _id,
    title: titleOf(state, what),
    time: at,
    tone: toneOf(state),
    share: shareOf(state, stepsOf(order.delivery)),
    note: noteOf(actorOf(entry, order), detail === null ? '' : detailWords(what, detail)),
  };
}

function titleOf(state: OrderTimelineEntry['state'], what: OrderTimelineEntry['what']): string {
  if (state !== null) return stateEntered[state];
  return what === null ? '' : orderLogWords[what];
}

/** The first step counts as completed, however many follow. */
const toneOf = (state: OrderTimelineEntry['state']): RingTone => {
  if (state === null) return 'quiet';
  return state === 'paid' || state === 'sent' ? 'good' : stateTones[state];
};

/** The usual steps fill the ring one by one; other states have a ring of their own. */
function shareOf(state: OrderTimelineEntry['state'], steps: readonly OrderState[]): number {
  const step = state === null ? -1 : steps.indexOf(state);
  return step === -1 ? 1 : (step + 1) / steps.length;
}

/** Name and reason each have their own direction: an amount after an Arabic name would be moved before it. */
function noteOf(name: string | null, why: string) {
  if (name === null && why === '') return undefined;
  return (
    <p>
      {name !== null && (
        <>
          By <bdi>{name}</bdi>
        </>
      )}
      {name !== null && why !== '' && ' · '}
      <bdi>{why}</bdi>
    </p>
  );
}

/** If the detail of an entry is one of a few choices, its words; a reason is text already. */
function detailWords(what: OrderTimelineEntry['what'], detail: string): string {
  if (what === 'delivery-chosen') return detail === 'parcel' ? 'By parcel' : 'At a meeting';
  if (what === 'code-locked') return 'The code no longer works';
  const item = checklistItems.find((each) => each === detail);
  const isItem = what === 'checked' || what === 'unchecked';
  return item === undefined || !isItem ? detail : checklistWords[item];
}

/** Only for orders in one of the usual steps. */
function toCome({ state, delivery }: Order): TimelineEntry[] {
  const steps = stepsOf(delivery);
  const reached = steps.indexOf(state);
  if (!isOpenOrder(state) || reached === -1) return [];
  return steps.slice(reached + 1).map((step) => ({ key: step, title: stateEntered[step] }));
}
