import type { Order } from '#contract/orders.ts';
import { orderStateWords, wishToCancel } from '#contract/orders-words.ts';
import { useNow } from '#web/platform/use-now.ts';
import { Badge } from '#web/ui/badge.tsx';
import { AlertIcon, CheckIcon, CloseIcon } from '#web/ui/icons.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { StepRing } from '#web/ui/step-ring.tsx';
import { ClockIcon } from '#web/ui/tool-icons.tsx';

import { type Deadline, deadlineWords } from './deadline-words.ts';
import { endingOf } from './order-ends.ts';
import { statusOf, stateTones, stepsOf } from './order-words.ts';

const statusId = 'where-it-stands';

/** Scrolls the state into view: whoever waits for it may be far below it on a small screen. */
export const scrollToStatus = (): void => statusRegion()?.scrollIntoView({ block: 'center' });

/** The region {@link NextStep} on the page. */
export const statusRegion = (): HTMLElement | null => document.getElementById(statusId);

/** An order's state and its next step: what, by whom, until when. */
export function NextStep({ order }: { order: Order }) {
  const { state, next, role, hasOpenChargeback } = order;
  const { turn, isYourTurn, step, advice } = next.step === 'nothing' ? endingOf(order) : statusOf(order);
  return (
    <section
      id={statusId}
      aria-label="Where this order stands"
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 phone:flex-row desk:flex-wrap desk:content-center desk:self-stretch tablet:gap-6 tablet:p-6 print:border-0 print:p-0"
    >
      <OrderRing order={order} />
      <div className="grid min-w-0 grow content-start gap-2 phone:basis-0">
        {/* Screen readers announce each change here, whoever caused it. */}
        <div role="status" className="grid justify-items-start gap-1">
          <p>
            <Badge tone={isYourTurn ? 'wait' : 'quiet'} isLong>
              {turn}
            </Badge>
          </p>
          <h2 className="text-title">{orderStateWords[state]}</h2>
        </div>
        {step !== undefined && <p className="font-semibold">{step}</p>}
        <p className="max-w-prose text-quiet">{advice}</p>
        <CancellationReason order={order} />
        {next.until !== null && (
          <DeadlineLine next={next} role={role} until={next.until} waitsForBank={hasOpenChargeback} />
        )}
      </div>
    </section>
  );
}

/** Why the buyer asks to cancel: the seller, who may object, need not look for it in the timeline. */
function CancellationReason({ order }: { order: Order }) {
  if (order.next.step !== 'object' || order.role === 'buyer') return null;
  const detail = wishToCancel(order.timeline)?.detail ?? null;
  if (detail === null) return null;
  return (
    <p className="max-w-prose wrap-anywhere whitespace-pre-line">
      <bdi>{order.buyer}</bdi> wrote: “<bdi>{detail}</bdi>”
    </p>
  );
}

/** The ring of an order is complete when the order is. */
function OrderRing({ order: { state, delivery } }: { order: Order }) {
  const steps = stepsOf(delivery);
  const reached = steps.indexOf(state);
  const tone = stateTones[state];
  // Disputes and returns have no step of their own: they follow a completed one.
  const done = reached === -1 ? steps.length - 1 : reached + 1;
  const hasEnded = state === 'cancelled' || state === 'refunded';
  return (
    <StepRing
      steps={steps.length}
      done={hasEnded ? 0 : done}
      tone={tone}
      className="size-16 tablet:size-20 print:hidden"
    >
      {state === 'disputed' ? (
        <AlertIcon className="size-7 text-bad" />
      ) : (
        <RingIcon isGood={tone === 'good'} hasEnded={hasEnded} />
      )}
    </StepRing>
  );
}

function RingIcon({ isGood, hasEnded }: { isGood: boolean; hasEnded: boolean }) {
  if (isGood) return <CheckIcon className="size-8 text-good" />;
  return hasEnded ? <CloseIcon className="size-7 text-quiet" /> : <ClockIcon className="size-7 text-wait" />;
}

/** The text shows minutes. */
const tickMs = 15_000;

interface DeadlineLineProps extends Deadline {
  readonly until: string;
}

function DeadlineLine({ until, ...deadline }: DeadlineLineProps) {
  const leftMs = Date.parse(until) - useNow(tickMs);
  const { before, left, after } = deadlineWords(deadline, leftMs);
  return (
    <p className="flex gap-2 text-small">
      <ClockIcon className="size-5 text-wait print:hidden" />
      <span>
        {before}{' '}
        <strong className="font-semibold">
          <Moment time={until} />
        </strong>
        <span className="print:hidden">{left}</span>
        {after}
      </span>
    </p>
  );
}
