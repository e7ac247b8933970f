/** The admins' page of disputes: the queue, and everything that is needed to decide one of them. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router';

import { formatCents } from '#contract/money.ts';
import { causeWords, orderActionWords, problemWords } from '#contract/orders-words.ts';
import type { DisputeSummary, Order } from '#contract/orders.ts';
import allSettled from '#web/pictures/all-settled.svg';
import { isFirstTry } from '#web/platform/first-try.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { isNarrowed, useTable, writeTableView } from '#web/platform/table-view.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { NoMatch, NoMoreRows } from '#web/ui/url-table.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { focusContentIfLost } from '#web/ui/focus-content.ts';
import { PageLinks, TableControls } from '#web/ui/table-controls.tsx';

import { DecisionForm } from './decision-form.tsx';
import { ListingSnapshot } from './listing-snapshot.tsx';
import { MissingOrder } from './missing-order.tsx';
import { NextStep, scrollToStatus, statusRegion } from './next-step.tsx';
import { waitsForBank } from './order-words.ts';
import { OrderContacts } from './order-contacts.tsx';
import { OrderMoney } from './order-money.tsx';
import { OrderParcels } from './order-parcels.tsx';
import { OrderProblem } from './order-problem.tsx';
import { orderQuery } from './order-queries.ts';
import { disputeCalls, disputeChoices, type DisputeView } from './order-table-queries.ts';
import { OrderTimeline } from './order-timeline.tsx';

export function DisputeQueue() {
  const { view, list, counts } = useTable(disputeChoices, disputeCalls(useSend()));
  const isPart = isNarrowed(view);
  const isEmpty = !isPart && list.data?.pages.every(({ items }) => items.length === 0);
  if (isFirstTry(counts)) return <Waiting list={list} />;
  return (
    <>
      {!isEmpty && (
        <TableControls
          view={view}
          choices={disputeChoices}
          searchLabel="Order number, e-mail or telephone"
          counts={counts}
        />
      )}
      {list.data === undefined ? (
        <Waiting list={list} />
      ) : (
        <Queue
          key={new URLSearchParams(writeTableView(view)).toString()}
          view={view}
          disputes={list.data.pages.flatMap(({ items }) => items)}
        />
      )}
      <PageLinks view={view} next={list.data?.pages[0]?.nextCursor} />
    </>
  );
}

function Waiting({ list }: { list: Pick<UseQueryResult, 'isError' | 'error' | 'refetch' | 'isFetching'> }) {
  if (!list.isError) return <Spinner label="Loading the disputes" />;
  return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />;
}

interface QueueProps {
  readonly view: DisputeView;
  readonly disputes: readonly DisputeSummary[];
}

/**
 * The queue, and the dispute that the URL names, or else the first. It stays until the admin opens another one or
 * another view: one that comes before it later does not replace it, nor does the next one once it is decided.
 */
function Queue({ view, disputes }: QueueProps) {
  const [search] = useSearchParams();
  const [shown, setShown] = useState<string>();
  const chosen = search.get('order') ?? shown ?? disputes[0]?._id;
  if (chosen !== shown) setShown(chosen);
  return (
    <div className="grid gap-6 desk:grid-cols-[18rem_minmax(0,1fr)]">
      <nav aria-label="Disputes" className="grid min-w-0 content-start gap-3">
        {disputes.length === 0 ? (
          <NoDispute view={view} />
        ) : (
          <ul className="grid gap-2">
            {disputes.map((dispute) => (
              <li key={dispute._id}>
                <QueueLink view={view} dispute={dispute} isChosen={dispute._id === chosen} />
              </li>
            ))}
          </ul>
        )}
      </nav>
      {chosen !== undefined && <Dispute key={chosen} orderId={chosen} isOpened={search.has('order')} />}
    </div>
  );
}

function NoDispute({ view }: Pick<QueueProps, 'view'>) {
  if (view.after !== undefined) return <NoMoreRows />;
  if (isNarrowed(view))
    return <NoMatch hint="Enter the whole order number, e-mail address or telephone number of one side." />;
  return (
    <EmptyState title="No dispute is open" picture={allSettled}>
      Problems that buyers report appear here. Those that wait for your decision come first.
    </EmptyState>
  );
}

/** The URL of the same view of the queue, with this dispute beside it. */
function pathInView(view: DisputeView, orderId: string): string {
  const params = new URLSearchParams(writeTableView(view));
  params.set('order', orderId);
  return `${paths.disputes}?${params.toString()}`;
}

interface QueueLinkProps {
  readonly view: DisputeView;
  readonly dispute: DisputeSummary;
  readonly isChosen: boolean;
}

function QueueLink({ view, dispute, isChosen }: QueueLinkProps) {
  const { _id, model, buyer, seller, amountCents, problem, cause, next, isYourTurn, isLate } = dispute;
  return (
    <SiteLink
      to={pathInView(view, _id)}
      aria-current={isChosen ? 'true' : undefined}
      className={`grid gap-1 rounded-card border p-3 ${isChosen ? 'border-action bg-sunken' : 'border-line bg-surface'}`}
    >
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold wrap-anywhere">{model}</span>
        <Badge tone={queueTone(isLate, isYourTurn)}>{queueWords(dispute)}</Badge>
      </span>
      <span className="text-small">
        {formatCents(amountCents)}
        {problem !== null && ` · ${problemWords[problem].what}`}
        {cause !== null && ` · ${causeWords[cause]}`}
      </span>
      <span className="text-small text-quiet">
        {buyer} and {seller}
        {next.until !== null && (
          <>
            {isLate ? ' · was due ' : ' · until '}
            <Moment time={next.until} />
          </>
        )}
      </span>
    </SiteLink>
  );
}

function queueWords({ isLate, isYourTurn, next }: DisputeSummary): string {
  if (isLate) return 'Late';
  if (isYourTurn) return 'Decide';
  if (waitsForBank({ next })) return 'With the bank';
  // An admin who is a side of the order does not decide about it.
  return next.by.includes('admin') ? 'For another admin' : 'With the two sides';
}

function queueTone(isLate: boolean, isYourTurn: boolean): 'bad' | 'wait' | 'quiet' {
  if (isLate) return 'bad';
  return isYourTurn ? 'wait' : 'quiet';
}

/** Everything about one dispute, and the decision. One that was opened by a link takes the focus. */
function Dispute({ orderId, isOpened }: { orderId: string; isOpened: boolean }) {
  const { data: order, error, refetch, isFetching } = useQuery(orderQuery(useSend(), orderId));
  const article = useFocusOnce(isOpened && order !== undefined);
  if (order === undefined) return <MissingOrder {...{ error, isFetching }} onRetry={() => void refetch()} />;
  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-label={`Dispute about ${order.model}`}
      className="grid min-w-0 content-start gap-6 focus-visible:outline-none"
    >
      <NextStep order={order} />
      <OrderProblem order={order} />
      <Decision order={order} />
      <OrderParcels order={order} />
      <div className="grid gap-6 wide:grid-cols-2">
        <ListingSnapshot order={order} />
        <div className="grid content-start gap-6">
          <OrderMoney order={order} />
          <OrderContacts order={order} />
        </div>
      </div>
      <OrderTimeline order={order} />
      <LinkButton to={paths.order(orderId)} variant="quiet" className="justify-self-start">
        Open the order
      </LinkButton>
    </article>
  );
}

/** Moves the focus to an element once it is there, and scrolls to it: on a phone it is below the whole queue. */
function useFocusOnce(isThere: boolean): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  const isBack = useNavigationType() === NavigationType.Pop;
  const take = useEffectEvent(() => {
    // After Back, the browser returns to the place where the page was left.
    if (element.current === null || (isBack && window.scrollY > 0)) return;
    element.current.focus({ preventScroll: true });
    const { top } = element.current.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight / 2) element.current.scrollIntoView();
  });
  useEffect(() => {
    if (isThere) take();
  }, [isThere]);
  return element;
}

/** Stays if the order can no longer be decided, once something was typed: it can still be read, as in a dialog. */
function Decision({ order }: { order: Order }) {
  const toasts = useToasts();
  const [isBegun, setBegun] = useState(false);
  const [decisions, setDecisions] = useState(0);
  const canDecide = order.possible.includes('decide');
  if (order.role !== 'admin' && order.next.by.includes('admin'))
    return (
      <Panel title="Another admin decides">
        <p>You are a side of this order, so you cannot decide about it.</p>
      </Panel>
    );
  if (!canDecide && !isBegun) return null;
  return (
    <Panel title="Your decision">
      <div onChange={() => setBegun(true)}>
        <DecisionForm
          // Empty again after a decision: while the phone is sent back, another one is possible.
          key={decisions}
          order={order}
          isOver={!canDecide}
          orderId={order._id}
          submitLabel={orderActionWords.decide}
          onDone={() => {
            toasts.success('Decided');
            // A dispute that has ended has no form any more.
            setBegun(false);
            setDecisions((before) => before + 1);
            scrollToStatus();
            focusContentIfLost(statusRegion);
          }}
        />
      </div>
    </Panel>
  );
}
