/** The notifications of people who have reported a listing. */
import type { ReadNotices } from '#server/notifications/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { findReport } from './repository.ts';

export const readUpheldNotices: ReadNotices<'report.upheld'> = async (tx, { subject }) => {
  const { reporterId, model } = await getReport(tx, subject);
  return [{ kind: 'report-upheld', personId: reporterId, data: { model } }];
};

export const readDismissedNotices: ReadNotices<'report.dismissed'> = async (tx, { subject, data }) => {
  const { reporterId, model, productState } = await getReport(tx, subject);
  const isGone = productState === 'removed';
  return [
    { kind: 'report-dismissed', personId: reporterId, data: { model, reason: data.reason ?? '', isGone } },
  ];
};

async function getReport(tx: Transaction, id: string) {
  const report = await findReport(tx, id);
  if (report === undefined) throw new Error(`The report ${id} is missing`);
  return report;
}
