import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';

import { type ListedPerson, listPeople } from '#contract/people.ts';
import { verifiedStatus } from '#contract/users-status.ts';
import type { UserType } from '#contract/users.ts';
import { RemoveFactorsButton } from '#web/auth/remove-factors-button.tsx';
import noPeople from '#web/pictures/no-people.svg';
import nothingFound from '#web/pictures/nothing-found.svg';
import { callPage } from '#web/platform/api.ts';
import { pagedQuery } from '#web/platform/paged-query.ts';
import { paths } from '#web/platform/paths.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { useSend } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { Day } from '#web/products/day.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { PagedTable } from '#web/ui/paged-table.tsx';
import { DeleteUser } from '#web/users/delete-user.tsx';
import { EmailText } from '#web/users/email-text.tsx';
import { SellerVerification } from '#web/users/seller-verification.tsx';
import { TablePerson } from '#web/users/table-person.tsx';

import { type PeopleView, usePeopleView, writeView } from './people-filters.ts';
import { PeopleSearch } from './people-search.tsx';

/** One page: the next one has an address of its own. */
const peopleQuery = (send: Send, userType: UserType, view: PeopleView) => {
  const { search, show, sort, after: cursor } = view;
  return {
    ...pagedQuery(queryKeys.people.list({ userType, ...view }), (_, signal) =>
      callPage(send, listPeople, { query: { userType, search, show, sort, cursor }, signal }),
    ),
    getNextPageParam: () => undefined,
  };
};

/** Everybody of one kind, for the admin: found, filtered and sorted by the address. */
export function PeopleTable({ userType }: { userType: UserType }) {
  const view = usePeopleView();
  const list = useInfiniteQuery(peopleQuery(useSend(), userType, view));
  const plural = userType === 'Seller' ? 'sellers' : 'buyers';
  return (
    <>
      <PeopleSearch userType={userType} view={view} />
      <PagedTable
        caption={`All ${plural}`}
        list={list}
        columns={userType === 'Seller' ? sellerColumns : buyerColumns}
        rowKey={({ _id }) => _id}
        empty={<NoPeople view={view} userType={userType} />}
      />
      <PageLinks view={view} next={list.data?.pages[0]?.nextCursor} />
    </>
  );
}

function NoPeople({ view, userType }: { view: PeopleView; userType: UserType }) {
  const plural = userType === 'Seller' ? 'sellers' : 'buyers';
  if (writeView(view) !== '')
    return (
      <EmptyState title={`No ${plural} fit`} picture={nothingFound}>
        Try a shorter search, or show all.
      </EmptyState>
    );
  return (
    <EmptyState title={`No ${plural} yet`} picture={noPeople}>
      Everybody who signs up as a {userType} appears here.
    </EmptyState>
  );
}

function PageLinks({ view, next }: { view: PeopleView; next: string | undefined }) {
  const { pathname } = useLocation();
  const pathOf = (shown: PeopleView): string => `${pathname}${writeView(shown)}`;
  if (view.after === undefined && next === undefined) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-center gap-3 pt-8">
      {view.after !== undefined && (
        <LinkButton variant="quiet" to={pathOf({ ...view, after: undefined })}>
          First page
        </LinkButton>
      )}
      {next !== undefined && (
        <LinkButton variant="quiet" to={pathOf({ ...view, after: next })}>
          Next page
        </LinkButton>
      )}
    </nav>
  );
}

const person: Column<ListedPerson> = {
  header: 'Name',
  isName: true,
  cell: ({ _id, name, photoURL, userType, status }) => (
    <TablePerson
      name={name}
      photo={photoURL}
      to={paths.person(_id)}
      isVerified={userType === 'Seller' ? status === verifiedStatus : undefined}
    />
  ),
};

const email: Column<ListedPerson> = {
  header: 'Email',
  cell: (user) => <EmailText email={user.email} />,
};

const verification: Column<ListedPerson> = {
  header: 'Verification',
  cell: (user) => <SellerVerification seller={user} />,
};

const state: Column<ListedPerson> = {
  header: 'State',
  cell: ({ since, isSuspended, emailConfirmed }) => (
    <span className="flex flex-col items-start gap-1">
      {isSuspended && <Badge tone="bad">Suspended</Badge>}
      {!emailConfirmed && <Badge tone="wait">Not confirmed</Badge>}
      <span className="text-small text-quiet">
        Since <Day time={since} />
      </span>
    </span>
  ),
};

const activity: Column<ListedPerson> = {
  header: 'Activity',
  cell: ({ phones, orders, reports }) => (
    <span className="grid text-small whitespace-nowrap">
      <span>{counted(phones, 'phone')}</span>
      <span>{counted(orders, 'order')}</span>
      <span className={reports > 0 ? 'text-bad' : ''}>{counted(reports, 'report')}</span>
    </span>
  ),
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const actions: Column<ListedPerson> = {
  header: 'Action',
  align: 'end',
  cell: (user) => (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <RemoveFactorsButton person={user} />
      <DeleteUser user={user} />
    </span>
  ),
};

const buyerColumns = [person, email, state, activity, actions] as const;
const sellerColumns = [person, email, verification, state, activity, actions] as const;
