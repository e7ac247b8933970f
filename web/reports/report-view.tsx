import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';

import { formatPrice } from '#contract/money.ts';
import type { ReportDetails } from '#contract/reports.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { ProductStateBadge } from '#web/products/product-state-badges.tsx';
import { TablePhone } from '#web/products/table-phone.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TablePerson } from '#web/users/table-person.tsx';

import { ReportDecisions } from './report-decisions.tsx';
import { reportQuery } from './report-queries.ts';
import { reportStateBadges } from './report-words.ts';

export interface ReportViewProps {
  readonly reportId: string;
  /** Puts the title above the page. */
  readonly frame: ComponentType<{ title: string; children: ReactNode }>;
}

/** An admin's page of one report: the problem, the phone, who reported it, and the decision. */
export function ReportView({ reportId, frame: Frame }: ReportViewProps) {
  const { data, error, refetch, isFetching } = useQuery(reportQuery(useSend(), reportId));
  if (data === undefined)
    return (
      <Frame title="Report">
        {error === null ? (
          <Spinner label="Loading the report" />
        ) : (
          <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        )}
      </Frame>
    );
  return (
    <Frame title={`Report of ${data.model}`}>
      <div className="grid gap-6">
        <Panel title="The problem">
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{data.problem}</p>
          <p className="text-small text-quiet">
            Reported <Moment time={data.reportedAt} />
          </p>
          <Decision report={data} />
        </Panel>
        <div className="grid gap-6 wide:grid-cols-3">
          <PhonePanel report={data} />
          <Panel title="Seller">
            <TablePerson
              name={data.name}
              email={data.email}
              photo={data.seller}
              to={paths.person(data.sellerId)}
            />
          </Panel>
          <Panel title="Reported by">
            <TablePerson
              name={data.reportUser}
              email={data.reportEmail}
              photo={data.userPhoto}
              to={paths.person(data.reporterId)}
            />
          </Panel>
        </div>
        <OtherReports report={data} />
      </div>
    </Frame>
  );
}

function Decision({ report }: { report: ReportDetails }) {
  const { state, decision } = report;
  if (state === 'open') return <ReportDecisions report={report} />;
  const { tone, word } = reportStateBadges[state];
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-4">
      <Badge tone={tone}>{word}</Badge>
      {decision?.reason != null && (
        <p className="max-w-prose whitespace-pre-line wrap-anywhere">{decision.reason}</p>
      )}
      {decision !== null && (
        <p className="text-small text-quiet">
          {decision.by ?? 'Staff'} · <Moment time={decision.at} />
        </p>
      )}
    </div>
  );
}

/** A removed or hidden phone no longer has a page. */
function PhonePanel({ report }: { report: ReportDetails }) {
  const { productId, productState, state, sellerId, model, image, picture, sell, changed } = report;
  const hasPage = state !== 'upheld' && productState !== 'removed' && productState !== 'hidden';
  return (
    <Panel title="Phone">
      <TablePhone
        to={hasPage ? paths.product(productId) : paths.person(sellerId)}
        {...{ model, image, picture }}
        note={formatPrice(sell)}
      />
      <ProductStateBadge state={productState} />
      {changed.length > 0 && (
        <p className="text-small text-wait">Changed since the report: {changed.join(', ').toLowerCase()}.</p>
      )}
    </Panel>
  );
}

function OtherReports({ report: { others } }: { report: ReportDetails }) {
  if (others.length === 0) return null;
  return (
    <Panel title="Other reports of this phone">
      <ul className="grid gap-4">
        {others.map(({ _id, problem, reportUser, reportedAt, state }) => (
          <li key={_id} className="grid gap-1 border-l-2 border-line pl-4">
            <p className="flex flex-wrap items-center gap-2">
              <SiteLink to={paths.report(_id)} className="text-action underline underline-offset-3">
                {reportUser}
              </SiteLink>
              <Badge tone={reportStateBadges[state].tone}>{reportStateBadges[state].word}</Badge>
            </p>
            <p className="max-w-prose whitespace-pre-line wrap-anywhere">{problem}</p>
            <p className="text-small text-quiet">
              <Moment time={reportedAt} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
