import type { Order, OrderTimelineEntry } from '#contract/orders.ts';
import { type OrderState, checklistItems, isOpenOrder } from '#contract/orders-machine.ts';
import { checklistWords, orderLogWords } from '#contract/orders-words.ts';
import { Panel } from '#web/ui/panel.tsx';
import type { RingTone } from '#web/ui/ring.tsx';
import { Timeline, type TimelineEntry } from '#web/ui/timeline.tsx';

import { stateEntered, stateTones, stepsOf } from './order-words.ts';

/** All that has happened to an order, with who did it and why, and what is still to come. */
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

const happened = (
  { _id, at, state, what, role, name, detail }: OrderTimelineEntry,
  { delivery }: Order,
): TimelineEntry => ({
  key: _id,
  title: titleOf(state, what),
  time: at,
  tone: toneOf(state),
  share: shareOf(state, stepsOf(delivery)),
  note: noteOf(role === 'system' ? 'Ringback' : name, detail === null ? '' : detailWords(what, detail)),
});

function titleOf(state: OrderTimelineEntry['state'], what: OrderTimelineEntry['what']): string {
  if (state !== null) return stateEntered[state];
  return what === null ? '' : orderLogWords[what];
}

/** The first step is done, however long the way. */
const toneOf = (state: OrderTimelineEntry['state']): RingTone => {
  if (state === null) return 'quiet';
  return state === 'paid' || state === 'sent' ? 'good' : stateTones[state];
};

/** The usual way closes the ring step by step; what happens beside it has a ring of its own. */
function shareOf(state: OrderTimelineEntry['state'], steps: readonly OrderState[]): number {
  const step = state === null ? -1 : steps.indexOf(state);
  return step === -1 ? 1 : (step + 1) / steps.length;
}

function noteOf(name: string | null, why: string) {
  const who = name === null ? [] : [`By ${name}`];
  const words = [...who, ...(why === '' ? [] : [why])];
  return words.length === 0 ? undefined : <p>{words.join(' · ')}</p>;
}

/** Where the detail of an entry is a choice among few, its words; a reason is words already. */
function detailWords(what: OrderTimelineEntry['what'], detail: string): string {
  if (what === 'delivery-chosen') return detail === 'parcel' ? 'By parcel' : 'At a meeting';
  if (what === 'code-locked') return 'The code no longer works';
  const item = checklistItems.find((each) => each === detail);
  const isItem = what === 'checked' || what === 'unchecked';
  return item === undefined || !isItem ? detail : checklistWords[item];
}

/** Only while the order is on its usual way. */
function toCome({ state, delivery }: Order): TimelineEntry[] {
  const steps = stepsOf(delivery);
  const reached = steps.indexOf(state);
  if (!isOpenOrder(state) || reached === -1) return [];
  return steps.slice(reached + 1).map((step) => ({ key: step, title: stateEntered[step] }));
}
