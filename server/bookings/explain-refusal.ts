/** Finds out why a reservation was refused: its statement does not say. */
import { bookingErrors, type NewBooking } from '#contract/bookings.ts';
import { requestErrors } from '#contract/errors.ts';
import { fromCents, toCents } from '#contract/money.ts';
import type { FindSignedIn } from '#server/auth/service.ts';
import { failWith } from '#server/platform/failure.ts';
import { refusalOfSuspended, type TokenHolder } from '#server/platform/http/http-guard.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { type findProduct, listChangesSince } from '#server/products/service.ts';
import { hasConfirmedEmail } from '#server/users/service.ts';
import { heldRecently, type HoldRules, tooManyHeld } from './hold-rules.ts';
import * as repository from './repository.ts';

const fail = failWith({ ...bookingErrors, ...requestErrors });

interface RefusalOptions {
  readonly rules: HoldRules;
  readonly findSignedIn: FindSignedIn;
}

interface Refused {
  readonly buyer: TokenHolder;
  readonly entry: NewBooking;
  readonly product: Awaited<ReturnType<typeof findProduct>>;
  readonly now: Date;
}

/**
 * Why a reservation failed, checked in the order of access, existence, conflict; undefined if there is no longer a
 * reason.
 */
export async function reasonOfRefusal(
  db: Executor,
  { buyer, entry, product, now }: Refused,
  { rules, findSignedIn }: RefusalOptions,
) {
  const person = await findSignedIn(buyer);
  if (person === undefined) return fail('request.unauthenticated');
  if (person.suspension !== null) return refusalOfSuspended(person.suspension);
  if (product === undefined || product.state === 'removed' || product.state === 'hidden')
    return fail('request.not-found');
  if (product.sellerId === buyer.id) return fail('bookings.own-product');
  if (product.state === 'paused' || product.state === 'withdrawn') return fail('bookings.not-for-sale');
  if (product.state === 'sold_elsewhere') return fail('bookings.sold');
  if (product.state !== 'live') return fail('bookings.already-booked');
  const change = await refusalOfChange(db, entry, product);
  if (change !== undefined) return change;
  if (!rules.asksToWait) return undefined;
  const bookableAt = await repository.findRebookAfter(db, buyer.id, product.id);
  if (bookableAt !== undefined && bookableAt > now) return heldRecently(bookableAt, now);
  const isConfirmed = await hasConfirmedEmail(db, buyer.id);
  const { maxHeld = Infinity } = isConfirmed ? rules.confirmed : rules.unconfirmed;
  return (await repository.countHeld(db, buyer.id)) >= maxHeld ? tooManyHeld(rules, isConfirmed) : undefined;
}

/** The facts of the phone that differ from what the buyer saw; undefined if none do. */
async function refusalOfChange(
  db: Executor,
  { sell, version: seen }: NewBooking,
  { id, sellCents, revision: version }: NonNullable<Refused['product']>,
) {
  const isPriceStale = sell !== undefined && toCents(sell) !== sellCents;
  const all = seen === undefined ? [] : await listChangesSince(db, id, seen);
  // A price that was changed and changed back counts as unchanged.
  const changed = all.filter(({ field }) => field !== 'sell' || sell === undefined || isPriceStale);
  const fields = { sell: fromCents(sellCents), version, changed };
  if (isPriceStale) return fail('bookings.price-changed', { fields });
  return changed.length === 0 ? undefined : fail('bookings.phone-changed', { fields });
}
