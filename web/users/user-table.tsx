import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';

import { verifiedStatus } from '#contract/users-status.ts';
import { type User, type UserType, removeUser } from '#contract/users.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { DeleteButton } from '#web/ui/delete-button.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { PeopleIcon } from '#web/ui/tool-icons.tsx';
import { PagedTable } from '#web/ui/paged-table.tsx';

import { EmailText } from './email-text.tsx';
import { TablePerson } from './table-person.tsx';
import { usersQuery } from './user-table-query.ts';
import { SellerVerification } from './seller-verification.tsx';

interface UserTableProps {
  readonly userType: UserType;
  /** What else an admin can do to a person. */
  readonly Action: ComponentType<{ readonly person: User }>;
}

/** Everybody of one kind, for the admin. */
export function UserTable({ userType, Action }: UserTableProps) {
  const list = useInfiniteQuery(usersQuery(useSend(), userType));
  const columns = [...(userType === 'Seller' ? sellerColumns : buyerColumns), removalWith(Action)];
  const plural = userType === 'Seller' ? 'sellers' : 'buyers';
  return (
    <PagedTable
      caption={`All ${plural}`}
      list={list}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState title={`No ${plural} yet`} icon={<PeopleIcon className="size-7" />}>
          Everybody who signs up as a {userType} appears here.
        </EmptyState>
      }
    />
  );
}

const person: Column<User> = {
  header: 'Name',
  isName: true,
  cell: ({ name, photoURL, userType, status }) => (
    <TablePerson
      name={name}
      photo={photoURL}
      isVerified={userType === 'Seller' ? status === verifiedStatus : undefined}
    />
  ),
};

const email: Column<User> = {
  header: 'Email',
  cell: (user) => <EmailText email={user.email} />,
};

const verification: Column<User> = {
  header: 'Verification',
  cell: (user) => <SellerVerification seller={user} />,
};

const removalWith = (Action: UserTableProps['Action']): Column<User> => ({
  header: 'Action',
  align: 'end',
  cell: (user) => (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <Action person={user} />
      <DeleteUser user={user} />
    </span>
  ),
});

const buyerColumns = [person, email] as const;
const sellerColumns = [person, email, verification] as const;

function DeleteUser({ user }: { user: User }): ReactNode {
  const call = useCall();
  const refetchAfter = useRefetchAfter();
  return (
    <DeleteButton
      name={user.name}
      question="Are you Confirm Delete This User"
      onDelete={() => call(removeUser, { params: { _id: user._id } })}
      refresh={() => refetchAfter('user-removed')}
    />
  );
}
