import type { RecordedAction } from '#contract/people.ts';
import { paths } from '#web/platform/paths.ts';
import { Moment } from '#web/ui/moment.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

import { actionWords, detailWords } from './action-words.ts';

/** Decisions of staff, about a person or by them, newest first. */
export function DecisionList({
  actions,
  personId,
}: {
  actions: readonly RecordedAction[];
  personId: string;
}) {
  if (actions.length === 0) return <p className="text-quiet">Nothing so far.</p>;
  return (
    <ol className="grid gap-4">
      {actions.map((action) => (
        <li key={action._id} className="grid gap-1 border-l-2 border-line pl-4">
          <p>
            <span className="font-semibold">{actionWords(action.kind)}</span>
            {action.detail !== null && ` · ${detailWords(action.kind, action.detail)}`}
            <About action={action} personId={personId} />
          </p>
          {action.words !== null && <p className="wrap-anywhere whitespace-pre-line">{action.words}</p>}
          <p className="text-small text-quiet">
            {action.actor} · <Moment time={action.at} />
          </p>
        </li>
      ))}
    </ol>
  );
}

function About({ action: { person, orderId }, personId }: { action: RecordedAction; personId: string }) {
  return (
    <>
      {person !== null && person._id !== personId && (
        <>
          {' · '}
          <SiteLink to={paths.person(person._id)} className="text-action underline underline-offset-3">
            {person.name}
          </SiteLink>
        </>
      )}
      {orderId !== null && (
        <>
          {' · '}
          <SiteLink to={paths.order(orderId)} className="text-action underline underline-offset-3">
            Order
          </SiteLink>
        </>
      )}
    </>
  );
}
