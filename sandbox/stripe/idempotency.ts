// https://docs.stripe.com/api/idempotent_requests
import { createHash } from 'node:crypto';
import type { Answer, Call } from './call.ts';
import { idempotencyFailure } from './failures.ts';
import type { Database } from './store.ts';

export interface StoredAnswer extends Answer {
  requestId: string;
}

/**
 * The earlier answer for this key. Locks the key until the transaction ends, so that the second of two concurrent calls
 * is told to try again.
 */
export async function findAnswer(tx: Database, call: Call, key: string): Promise<StoredAnswer | undefined> {
  const lock = await tx.query<{ held: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended('sandbox_stripe:' || $1, 0)) as held",
    [key],
  );
  if (!lock.rows[0]?.held)
    throw idempotencyFailure(
      409,
      'There is currently another in-progress request using this Idempotent Key (that probably means you ' +
        `submitted twice, and the other request is still going through): ${key}.`,
      'idempotency_key_in_use',
    );
  const { rows } = await tx.query<StoredAnswer & { path: string; fingerprint: string }>(
    `select path, fingerprint, request_id as "requestId", status, body
     from sandbox_stripe.requests where key = $1`,
    [key],
  );
  const stored = rows[0];
  if (stored === undefined) return undefined;
  refuseOther(stored, call, key);
  return { status: stored.status, body: stored.body, requestId: stored.requestId };
}

export async function storeAnswer(tx: Database, call: Call, key: string, answer: Answer): Promise<void> {
  await tx.query(
    `insert into sandbox_stripe.requests (key, path, fingerprint, request_id, status, body)
     values ($1, $2, $3, $4, $5, $6)`,
    [key, call.path, fingerprintOf(call), call.requestId, answer.status, JSON.stringify(answer.body)],
  );
}

function refuseOther(stored: { path: string; fingerprint: string }, call: Call, key: string): void {
  const advice = `Try using a key other than '${key}' if you meant to execute a different request.`;
  if (stored.path !== call.path)
    throw idempotencyFailure(
      400,
      'Keys for idempotent requests can only be used for the same endpoint they were first used for ' +
        `('${call.path}' vs '${stored.path}'). ${advice}`,
    );
  if (stored.fingerprint !== fingerprintOf(call))
    throw idempotencyFailure(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`,
    );
}

function fingerprintOf(call: Call): string {
  return createHash('sha256')
    .update(`${call.caller}\n${JSON.stringify(call.params)}`)
    .digest('hex');
}
