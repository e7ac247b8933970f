import { useQuery, queryOptions } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';

import { type PersonRecord, getPerson } from '#contract/people.ts';
import { verifiedStatus } from '#contract/users-status.ts';
import { OrdersOfPerson } from '#web/orders/all-orders-table.tsx';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { call } from '#web/platform/api.ts';
import { watchedMs } from '#web/platform/paged-query.ts';
import { useSend } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { PhonesOfPerson } from '#web/products/product-table.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TablePerson } from '#web/users/table-person.tsx';

import { DecisionList } from './decision-list.tsx';
import { PersonActions } from './person-actions.tsx';
import { PersonFigures } from './person-figures.tsx';
import { ReportList } from './report-list.tsx';
import { SuspensionPanel } from './suspension-panel.tsx';

export interface PersonViewProps {
  readonly personId: string;
  /** Puts the title above the page. */
  readonly frame: ComponentType<{ title: string; children: ReactNode }>;
}

/** An admin's page about a person: their activity, decisions about them, open matters, and possible actions. */
export function PersonView({ personId, frame: Frame }: PersonViewProps) {
  const { data, error, refetch, isFetching } = useQuery(personQuery(useSend(), personId));
  if (data === undefined)
    return (
      <Frame title="Person">
        {error === null ? (
          <Spinner label="Loading the person" />
        ) : (
          <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        )}
      </Frame>
    );
  return (
    <Frame title={data.person.name}>
      <Content record={data} />
    </Frame>
  );
}

function Content({ record }: { record: PersonRecord }) {
  const { person } = record;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <TablePerson
          name={person.name}
          photo={person.photoURL}
          email={person.email}
          isVerified={person.userType === 'Seller' ? person.status === verifiedStatus : undefined}
        />
        <PersonBadges record={record} />
      </div>
      {record.removedAt === null && <PersonActions record={record} />}
      <SuspensionPanel record={record} />
      <PersonFigures record={record} />
      <Panel title="Decisions">
        <DecisionList actions={record.actions} personId={person._id} />
      </Panel>
      <Panel title="Reports">
        <ReportList reports={record.reports} />
      </Panel>
      {/* Lists leave out the phones of a deleted person; those that were sold are among the orders. */}
      {record.removedAt === null && (
        <Panel title="Phones">
          <PhonesOfPerson name={person.name} email={person.email} />
        </Panel>
      )}
      <Panel title="Orders on either side">
        <OrdersOfPerson name={person.name} email={person.email} />
      </Panel>
    </div>
  );
}

function PersonBadges({ record: { person, removedAt, eraseDueAt } }: { record: PersonRecord }) {
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone="quiet">{person.role === 'admin' ? 'Admin' : person.userType}</Badge>
      {person.status === verifiedStatus && <Badge tone="good">Verified</Badge>}
      {!person.emailConfirmed && <Badge tone="wait">Address not confirmed</Badge>}
      {person.isSuspended && <Badge tone="bad">Suspended</Badge>}
      {removedAt === null && eraseDueAt !== null && <Badge tone="bad">Deleting their account</Badge>}
      {removedAt !== null && <Badge tone="bad">Deleted</Badge>}
    </span>
  );
}

/** One person as admins see them. */
const personQuery = (send: Send, _id: string) =>
  queryOptions({
    queryKey: accountKeys.people.one(_id),
    queryFn: ({ signal }) => call(send, getPerson, { params: { _id }, signal }),
    // The person and other admins may change it meanwhile; no live update tells of an appeal.
    staleTime: 0,
    refetchInterval: watchedMs,
  });
