/** `npm run ledger:verify`: checks the ledger's invariants and compares it with the processor. Changes nothing. */
import { loadConfig, type Config } from '#server/platform/config.ts';
import { checkLedger } from '#server/ledger/service.ts';
import { listUnposted } from '#server/payments/service.ts';
import { compareBooks } from '#server/reconciliation/service.ts';
import { systemClock } from '#server/platform/clock.ts';
import { hasCode, innermost } from '#server/platform/failure.ts';
import { describeStartError } from '#server/platform/log/describe-start-error.ts';
import { databaseLoss } from '#server/platform/postgres/database-away.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';
import { EmbeddedPostgresError } from '#server/platform/postgres/embedded-postgres-error.ts';
import { openStripe } from './open-processor.ts';

try {
  process.exitCode = (await verify(loadConfig())) ? 0 : 1;
} catch (error) {
  printError(error);
  process.exitCode = 2;
}

/** @returns whether everything is consistent */
async function verify(config: Config): Promise<boolean> {
  const { db, close } = openDatabase({
    url: await databaseUrlOf(config),
    maxConnections: 2,
    hasOwnConnections: config.database.usesPrepared,
    onError: printError,
  });
  try {
    const findings = await checkLedger(db);
    const unposted = await listUnposted(db);
    const stripe = openStripe(config);
    const comparison = await compareBooks({ db, stripe, clock: systemClock });
    const { ledgerCents, processorCents, explained, unexplained } = comparison;
    const wrong = [
      ...findings.map(({ account, problem }) => `${account}: ${problem}`),
      ...unposted.map((charge) => `processor: the charge ${charge} of a payment is not in the ledger`),
      ...unexplained.map((difference) => `processor: ${difference}`),
    ];
    print(`processor: ${dollars(processorCents)} by its movements, ${dollars(ledgerCents)} by the ledger`);
    for (const line of explained) print(`  explained: ${line}`);
    for (const line of wrong) print(`  WRONG ${line}`);
    const count = `${wrong.length} ${wrong.length === 1 ? 'difference' : 'differences'}`;
    print(wrong.length === 0 ? 'The ledger holds.' : `The ledger does not hold: ${count}.`);
    return wrong.length === 0;
  } finally {
    await close();
  }
}

async function databaseUrlOf({ database, dataDir }: Config): Promise<string> {
  if (database.url !== undefined) return database.url;
  const { findEmbeddedPostgres } = await import('#server/platform/postgres/embedded-postgres.ts');
  const url = await findEmbeddedPostgres(dataDir);
  if (url !== undefined) return url;
  throw new EmbeddedPostgresError(
    `There is no database in ${dataDir} yet. Start the server first, and run this while it runs.`,
  );
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

function printError(error: unknown): void {
  process.stderr.write(`${messageOf(error)}\n`);
}

function messageOf(error: unknown): string {
  if (databaseLoss(error) === 'away')
    return `The database does not answer (${innermost(error)}): check DATABASE_URL. Without it, start the server first, and run this while it runs.`;
  const isAway = hasCode(error, 'payments.processor-unreachable');
  return isAway ? messageOfUnreachable(error.cause) : describeStartError(error);
}

/** The message for an operator, whom the buyers' message would not help. */
function messageOfUnreachable(cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return `The card processor does not answer (${reason}). In the demo it is part of the server: set PORT to the port of the server that runs.`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
