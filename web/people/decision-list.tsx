import type { RecordedAction } from '#contract/people.ts';
import type { StaffActionKind } from '#contract/staff.ts';
import { paths } from '#web/platform/paths.ts';
import { Moment } from '#web/ui/moment.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

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
            {action.detail !== null && ` · ${action.detail}`}
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

const words: Readonly<Record<StaffActionKind, string>> = {
  'order-decided': 'Dispute decided',
  'order-reopened': 'Order opened again',
  'delivery-confirmed': 'Delivery confirmed',
  'second-factor-removed': 'Second factor removed',
  'signed-out': 'Signed out everywhere',
  'listing-removed': 'Listing removed',
  'advertisement-ended': 'Advertisement ended',
  'report-upheld': 'Report upheld, phone removed',
  'report-dismissed': 'Report dismissed',
  'person-suspended': 'Suspended',
  'suspension-lifted': 'Suspension lifted',
  'suspension-kept': 'Appeal answered, suspension kept',
  'person-removed': 'Account deleted',
  'seller-verified': 'Verified as a seller',
  'seller-unverified': 'Verification taken back',
};

/** The words for a decision; its name if the kind no longer exists. */
const actionWords = (kind: string): string => (isKind(kind) ? words[kind] : kind);

const isKind = (kind: string): kind is StaffActionKind => Object.hasOwn(words, kind);
