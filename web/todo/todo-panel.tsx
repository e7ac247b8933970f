import { useQuery, queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { orderStepWords } from '#contract/orders-words.ts';
import { type Todo, getTodo } from '#contract/todo.ts';
import { call } from '#web/platform/api.ts';
import { isFirstTry } from '#web/platform/first-try.ts';
import { paths } from '#web/platform/paths.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { useSend } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { Moment } from '#web/ui/moment.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/**
 * The viewer's open tasks, above the rest of the page; renders nothing if there are none. The rest is rendered at the
 * same time, because it would otherwise move down; its data loads meanwhile. A failed call does not delay it.
 */
export function TodoPanel({ children }: { children: ReactNode }) {
  const todo = useQuery(todoQuery(useSend()));
  const isAwaited = isFirstTry(todo);
  return (
    <>
      {isAwaited && <Spinner label="Loading what needs doing" />}
      {todo.data !== undefined && <TodoList todo={todo.data} />}
      <div hidden={isAwaited}>{children}</div>
    </>
  );
}

function TodoList({ todo: data }: { todo: Todo }) {
  const things = thingsOf(data);
  if (things.length === 0 && data.waiting === 0) return null;
  return (
    <section aria-labelledby="todo" className="grid gap-3 pb-8">
      <h2 id="todo" className="text-title">
        What needs doing
      </h2>
      {things.length > 0 && (
        <ul className="grid gap-3 tablet:grid-cols-2 wide:grid-cols-3">
          {things.map((thing) => (
            <li key={thing.words}>
              <ThingLink {...thing} />
            </li>
          ))}
        </ul>
      )}
      {data.waiting > 0 && <p className="text-quiet">{waitingWords(data.waiting)}</p>}
    </section>
  );
}

interface Thing {
  readonly words: string;
  /** The phone concerned, and how many others. */
  readonly phones?: ReactNode;
  readonly to: string;
  readonly until: string | null;
}

function ThingLink({ words, phones, to, until }: Thing) {
  return (
    <Link
      to={to}
      className="grid h-full content-start gap-1 rounded-card border border-line bg-surface p-4 hover:border-action"
    >
      <span className="font-semibold">{words}</span>
      {phones !== undefined && <span className="text-small wrap-anywhere">{phones}</span>}
      {until !== null && (
        <span className="text-small text-quiet">
          Until <Moment time={until} />
        </span>
      )}
    </Link>
  );
}

const counted = (count: number, one: string, several: string): string =>
  count === 1 ? one : several.replace('#', String(count));

const waitingWords = (count: number): string =>
  counted(count, '1 order is waiting for somebody else.', '# orders are waiting for somebody else.');

/** The model has its own direction: “and 1 more” would otherwise stand within an Arabic one. */
const phonesOf = ({ model, count }: { model: string; count: number }): ReactNode => (
  <>
    <bdi>{model}</bdi>
    {count > 1 && ` and ${count - 1} more`}
  </>
);

function thingsOf({ toPay, turns, decisions }: Todo): Thing[] {
  return [
    ...(toPay === null
      ? []
      : [
          {
            words: counted(toPay.count, '1 phone to pay', '# phones to pay'),
            phones: phonesOf(toPay),
            to: paths.payment(toPay.bookingId),
            until: toPay.until,
          },
        ]),
    ...turns.map(({ step, as, count, model, orderId, until }) => ({
      words: `${as === 'seller' ? 'Sold' : 'Bought'}: ${orderStepWords[step].toLowerCase()}${count === 1 ? '' : ` (${count})`}`,
      phones: phonesOf({ model, count }),
      to: paths.order(orderId),
      until,
    })),
    ...(decisions === null ? [] : thingsForAdmins(decisions)),
  ];
}

type Decisions = NonNullable<Todo['decisions']>;

function thingsForAdmins({ chargebacks, appeals, payouts, ...decisions }: Decisions): Thing[] {
  const { charges, differences, disputes, lateDisputes, reports, stuck } = decisions;
  const { needsAttention, paySellers } = paths;
  const { count: toAnswer = 0, until: firstEnd = null } = chargebacks ?? {};
  const things: readonly (readonly [number, string, string, string, (string | null)?])[] = [
    [toAnswer, '1 chargeback to answer', '# chargebacks to answer', needsAttention, firstEnd],
    [lateDisputes, '1 dispute is late', '# disputes are late', `${paths.disputes}?show=late`],
    [reports, '1 open report', '# open reports', paths.reportedItems],
    [disputes, '1 dispute to decide', '# disputes to decide', paths.disputes],
    [charges, '1 charge to look at', '# charges to look at', needsAttention],
    [payouts.sellers, '1 seller to pay', '# sellers to pay', paySellers],
    [payouts.lines, '1 payout to confirm', '# payouts to confirm', paySellers],
    [differences, '1 difference in the books', '# differences in the books', paths.money],
    [stuck, '1 thing could not be finished', '# things could not be finished', needsAttention],
    [appeals?.count ?? 0, '1 appeal to answer', '# appeals to answer', paths.person(appeals?.personId ?? '')],
  ];
  return things
    .filter(([count]) => count > 0)
    .map(([count, one, several, to, until = null]) => ({ words: counted(count, one, several), to, until }));
}

/** The person's open tasks. */
const todoQuery = (send: Send) =>
  queryOptions({
    queryKey: accountKeys.orders.todo,
    queryFn: ({ signal }) => call(send, getTodo, { signal }),
  });
