import type { RecordedReport } from '#contract/people.ts';
import { paths } from '#web/platform/paths.ts';
import { reportStateBadges } from '#web/reports/report-words.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

/** Reports that a person made, and reports of their phones. */
export function ReportList({ reports }: { reports: readonly RecordedReport[] }) {
  if (reports.length === 0) return <p className="text-quiet">None.</p>;
  return (
    <ul className="grid gap-4">
      {reports.map(({ _id, model, problem, state, at, isTheirs, other }) => {
        const { tone, word } = reportStateBadges[state];
        return (
          <li key={_id} className="grid gap-1 border-l-2 border-line pl-4">
            <p className="flex flex-wrap items-center gap-2">
              <SiteLink
                to={paths.report(_id)}
                className="wrap-anywhere text-action underline underline-offset-3"
              >
                {model}
              </SiteLink>
              <Badge tone={tone}>{word}</Badge>
            </p>
            <p className="wrap-anywhere whitespace-pre-line">{problem}</p>
            <p className="text-small text-quiet">
              {isTheirs ? 'They reported ' : 'Reported by '}
              <SiteLink to={paths.person(other._id)} className="text-action underline underline-offset-3">
                {other.name}
              </SiteLink>{' '}
              · <Moment time={at} />
            </p>
          </li>
        );
      })}
    </ul>
  );
}
