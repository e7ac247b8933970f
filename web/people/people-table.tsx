import {
  countPeople,
  type ListedPerson,
  listPeople,
  type PersonFilter,
  type PersonOrder,
} from '#contract/people.ts';
import { verifiedStatus } from '#contract/users-status.ts';
import type { UserType } from '#contract/users.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import noPeople from '#web/pictures/no-people.svg';
import { RemoveFactorsButton } from '#web/auth/remove-factors-button.tsx';
import { call, callPage } from '#web/platform/api.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { type TableCalls, type TableChoices, useTable } from '#web/platform/table-view.ts';
import { Day } from '#web/products/day.tsx';
import { UrlTable } from '#web/ui/url-table.tsx';
import { Badge } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { DeleteUser } from '#web/users/delete-user.tsx';
import { EmailText } from '#web/users/email-text.tsx';
import { SellerVerification } from '#web/users/seller-verification.tsx';
import { TablePerson } from '#web/users/table-person.tsx';

const sorts = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['most-reports', 'Most reports'],
  ['most-orders', 'Most orders'],
] as const;
const everybodysShows = [
  ['suspended', 'Suspended'],
  ['unconfirmed', 'Address not confirmed'],
] as const;
const sellersShows = [
  ['not-verified', 'Not verified'],
  ['verified', 'Verified'],
  ...everybodysShows,
] as const;

const choicesOf: Readonly<Record<UserType, TableChoices<PersonFilter, PersonOrder>>> = {
  Seller: { shows: sellersShows, sorts },
  Buyer: { shows: everybodysShows, sorts },
};

const peopleCalls = (
  send: Send,
  userType: UserType,
): TableCalls<ListedPerson, PersonFilter, PersonOrder> => ({
  keyOf: (part) => accountKeys.people.list({ userType, ...part }),
  list: (page, signal) => callPage(send, listPeople, { query: { userType, ...page }, signal }),
  count: (search, signal) => call(send, countPeople, { query: { userType, ...search }, signal }),
});

/** All people of one kind, for the admin. The URL has the search, filters and order. */
export function PeopleTable({ userType }: { userType: UserType }) {
  const isSeller = userType === 'Seller';
  const table = useTable(choicesOf[userType], peopleCalls(useSend(), userType));
  const plural = isSeller ? 'sellers' : 'buyers';
  return (
    <UrlTable
      {...table}
      caption={`All ${plural}`}
      searchLabel="Part of a name or e-mail address"
      columns={isSeller ? sellerColumns : buyerColumns}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState title={`No ${plural} yet`} picture={noPeople}>
          Everybody who signs up as a {userType} appears here.
        </EmptyState>
      }
    />
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
  cell: (user) => (
    <span className="inline-block text-small tablet:min-w-32 desk:min-w-36">
      <EmailText email={user.email} />
    </span>
  ),
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
      <span className={reports > 0 ? 'font-semibold' : ''}>{counted(reports, 'report')}</span>
    </span>
  ),
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const actions: Column<ListedPerson> = {
  header: 'Action',
  align: 'end',
  cell: (user) => (
    <span className="flex flex-wrap gap-2 phone:whitespace-nowrap tablet:justify-end">
      <RemoveFactorsButton person={user} />
      <DeleteUser user={user} />
    </span>
  ),
};

const buyerColumns = [person, email, state, activity, actions] as const;
const sellerColumns = [person, email, verification, state, activity, actions] as const;
