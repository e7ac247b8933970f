// The table of error codes in docs/api.md, from the contract.
import { endpoints } from '#contract/api.ts';
import { requestErrors } from '#contract/errors.ts';

/** A row for each error code: first those of all calls, then those of each domain. */
export function errorsReference(): string {
  const tables = [requestErrors, ...endpoints.map(({ spec }) => spec.errors ?? {})];
  const rows = new Map(tables.flatMap((table) => Object.entries(table)));
  return [
    '| code | status | words |',
    '| --- | --- | --- |',
    ...[...rows].map(([code, [status, words]]) => `| \`${code}\` | ${status} | ${words} |`),
  ].join('\n');
}
