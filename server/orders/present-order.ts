/** Presents an order to its buyer, its seller and admins. */
import type { Person } from '#contract/access.ts';
import type { FeeShare } from '#contract/deal-terms.ts';
import type { Picture } from '#contract/media.ts';
import {
  orderLogKinds,
  orderMachine,
  type OrderRole,
  possibleActions,
  checklistItems,
} from '#contract/orders-machine.ts';
import type { Order, OrderListing, OrderSummary, OrderTimelineEntry } from '#contract/orders.ts';
import type { OrderReceipt } from '#contract/orders-receipt.ts';
import type { ReturnState } from '#contract/payments.ts';
import { statesOf } from '#contract/states.ts';
import { forEachFact } from '#contract/phone-words.ts';
import type { ListingSnapshot } from '#db/tables/bookings.ts';
import { listPicturesForParties } from '#server/media/service.ts';
import {
  findCharge,
  listExtraCharges,
  listReturns,
  listTaken,
  sumReturned,
} from '#server/payments/service.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { isProductShown } from '#server/products/service.ts';

import { factsOf, isCodeLockedForGood, roleOf } from './act-on-order.ts';
import { pauseEndOf, triesLeftOf } from './enter-code.ts';
import { nextOf } from './find-next.ts';
import { readShare, sellerCentsOf } from './move-money.ts';
import type { OrderServices } from './order-services.ts';
import type { OrderRow } from './repository.ts';
import { presentDispute, presentProblem } from './present-dispute.ts';
import { findShown, listLog, listStates, type ShownOrder } from './select-orders.ts';

/** Rows of a list, with their pictures. */
export async function presentSummaries(
  db: Executor,
  rows: readonly ShownOrder[],
  viewer: Person,
): Promise<OrderSummary[]> {
  const ids = rows.map(({ order }) => order.id);
  const covers = rows.flatMap(({ listing }) => listing?.photoIds.slice(0, 1) ?? []);
  const [returns, pictures] = await Promise.all([listReturns(db, ids), listPicturesForParties(db, covers)]);
  const losses = await readLosses(db, rows);
  return rows.map((row) => {
    const { order, listing } = row;
    return presentSummary(row, roleOf(order, viewer) ?? 'admin', {
      refund: returns.get(order.id),
      sellerCents: losses.get(order.id) ?? sellerCentsOf(order),
      cover: pictures.get(listing?.photoIds[0] ?? ''),
    });
  });
}

/** What the seller has of refunded orders from which a bank has taken money, which may be a loss; by order. */
async function readLosses(db: Executor, rows: readonly ShownOrder[]): Promise<ReadonlyMap<string, number>> {
  const refunded = new Map(
    rows.flatMap(({ order }) => (order.state === 'refunded' ? [[order.id, order]] : [])),
  );
  const losses = new Map<string, number>();
  for (const [id, charge] of await listTaken(db, [...refunded.keys()])) {
    const order = refunded.get(id);
    if (order !== undefined) losses.set(id, (await readShare(db, order, charge)).sellerCents);
  }
  return losses;
}

interface SummaryParts {
  readonly refund: ReturnState | undefined;
  readonly sellerCents: number;
  readonly cover: Picture | undefined;
}

function presentSummary(
  { order, listing, buyerName, sellerName, isHeldBack }: ShownOrder,
  role: OrderRole,
  { refund, sellerCents, cover }: SummaryParts,
): OrderSummary {
  const next = nextOf(order, { refund, isHeldBack });
  return {
    _id: order.id,
    productId: order.productId,
    model: listing?.model ?? '',
    image: cover?.url ?? '',
    picture: cover,
    state: order.state,
    amountCents: order.amountCents,
    refundedCents: order.refundedCents,
    ...(role === 'buyer' ? {} : { sellerCents }),
    buyer: buyerName,
    seller: sellerName,
    paidAt: order.createdAt.toISOString(),
    endedAt: order.endedAt?.toISOString() ?? null,
    next,
    isYourTurn: next.by.includes(role),
    hasOpenChargeback: isHeldBack,
  };
}

/**
 * One order as a person sees it, with everything that they can do with it now.
 *
 * @throws Error if it is not theirs: the call's access check has already refused that
 */
export async function presentOrder(services: OrderServices, id: string, viewer: Person): Promise<Order> {
  const { db, clock } = services;
  const { row, role, listing } = await getShown(db, id, viewer);
  const { order, isListingRemoved, isSellerSuspended, isHeldBack } = row;
  const [charge, returns, extraCharges, pictures, timeline, dispute, hasPhonePage] = await Promise.all([
    findCharge(db, id),
    listReturns(db, [id]),
    role === 'seller' ? undefined : listExtraCharges(db, id),
    listPicturesForParties(db, listing.photoIds),
    readTimeline(db, id),
    presentDispute(db, order),
    isProductShown(db, order.productId),
  ]);
  const share = await readShare(db, order, charge.transactionId);
  const refund = returns.get(id);
  const photos = listing.photoIds.flatMap((photoId) => pictures.get(photoId) ?? []);
  const facts = factsOf({ ...order, isListingRemoved, isSellerSuspended, hasOpenChargeback: isHeldBack });
  return {
    ...presentSummary(row, role, { refund, sellerCents: share.sellerCents, cover: photos[0] }),
    number: numberOf(id),
    role,
    ...(role === 'buyer' ? {} : { fee: presentFee(order, share) }),
    refund: refund ?? null,
    returnedCents: await readReturned(db, order, refund, charge.transactionId),
    extraCharges,
    listing: presentListing(listing, photos),
    hasPhonePage,
    ...presentContacts(row, listing.phone, role),
    meetingPlace: row.meetingPlace,
    delivery: order.delivery,
    parcelAddress: order.parcelAddress,
    ...presentParcels(order),
    ...(role === 'buyer' && order.state === 'paid' ? { code: presentCode(services, order) } : {}),
    codeTries: order.state === 'paid' ? presentTries(order, clock.now()) : null,
    checked: checklistItems.filter((item) => order.checked.includes(item)),
    ...presentProblem(order),
    dispute,
    cancellation:
      order.cancelDueAt === null || order.cancelAskedBy === null
        ? null
        : { askedBy: order.cancelAskedBy, until: order.cancelDueAt.toISOString() },
    hasDeletedSide: row.hasDeletedSide,
    possible: possibleActions(facts, role),
    timeline,
    listedAgainAs: role === 'buyer' ? null : order.listedAgainAs,
  };
}

/** The receipt of either side. */
export async function presentReceipt(
  { db }: Pick<OrderServices, 'db'>,
  id: string,
  viewer: Person,
): Promise<OrderReceipt> {
  const { row, role, listing } = await getShown(db, id, viewer);
  const { order } = row;
  const { vatPercent } = order;
  const [{ transactionId }, returns] = await Promise.all([findCharge(db, id), listReturns(db, [id])]);
  const share = await readShare(db, order, transactionId);
  const refund = returns.get(id);
  return {
    _id: id,
    number: numberOf(id),
    role,
    state: order.state,
    model: listing.model,
    buyer: row.buyerName,
    seller: row.sellerName,
    paidAt: order.createdAt.toISOString(),
    endedAt: order.endedAt?.toISOString() ?? null,
    transactionId: transactionId ?? null,
    amountCents: order.amountCents,
    refundedCents: order.refundedCents,
    refund: refund ?? null,
    returnedCents: await readReturned(db, order, refund, transactionId),
    hasOpenChargeback: row.isHeldBack,
    ...(role === 'buyer' ? {} : { fee: { vatPercent, ...share } }),
  };
}

/** What of an order's refund is back at its buyer: less than all of it while a part is still to go back. */
async function readReturned(
  db: Executor,
  { refundedCents }: OrderRow,
  refund: ReturnState | undefined,
  charge: string | undefined,
): Promise<number> {
  if (refund === undefined || refund === 'done' || charge === undefined) return refundedCents;
  return Math.min(refundedCents, (await sumReturned(db, charge)).returnedCents);
}

async function getShown(db: Executor, id: string, viewer: Person) {
  const row = await findShown(db, id);
  const role = row && roleOf(row.order, viewer);
  if (row === undefined || role === undefined || row.listing === null)
    throw new Error(`The order ${id} cannot be shown`);
  return { row, role, listing: row.listing };
}

/** The random end of the id, in groups that can be read out. */
const numberOf = (id: string): string =>
  id
    .slice(-12)
    .toUpperCase()
    .replaceAll(/(.{4})(?=.)/g, '$1-');

function presentContacts(row: ShownOrder, sellerPhone: string, role: OrderRole) {
  const { order, buyerPage, buyerName, buyerPhone, buyerEmail, sellerPage, sellerName, sellerEmail } = row;
  const buyerContact = { _id: buyerPage ?? undefined, name: buyerName, phone: buyerPhone };
  const sellerContact = { _id: sellerPage ?? undefined, name: sellerName, phone: sellerPhone };
  if (role !== 'admin') return { buyerContact, sellerContact };
  return {
    buyerContact: { ...buyerContact, _id: order.buyerId, email: buyerEmail ?? undefined },
    sellerContact: { ...sellerContact, _id: order.sellerId, email: sellerEmail ?? undefined },
  };
}

function presentFee(order: OrderRow, { feeCents, vatCents }: FeeShare) {
  const { feePercent: percent, feeFixedCents: fixedCents, vatPercent } = order;
  return { percent, fixedCents, feeCents, vatPercent, vatCents };
}

const presentListing = (
  { phone: _phone, sellerName: _name, photoIds: _ids, accessories, ...said }: ListingSnapshot,
  photos: readonly Picture[],
): OrderListing => ({ ...unsaid, ...said, accessories: [...accessories], photos: [...photos] });

/** Facts that phones did not have when an order was booked. */
const unsaid = forEachFact(() => null);

function presentParcels(order: OrderRow): Pick<Order, 'parcel' | 'returnParcel'> {
  const parcel = presentParcel(order.carrier, order.trackingNumber, order.sentAt);
  return {
    parcel: parcel && { ...parcel, deliveredAt: order.deliveredAt?.toISOString() ?? null },
    returnParcel: presentParcel(order.returnCarrier, order.returnTrackingNumber, order.returnSentAt),
  };
}

const presentParcel = (carrier: string | null, trackingNumber: string | null, sentAt: Date | null) =>
  carrier === null || trackingNumber === null || sentAt === null
    ? null
    : { carrier, trackingNumber, sentAt: sentAt.toISOString(), deliveredAt: null };

/** The QR is an https address with the code in its fragment, which browsers do not send to any server. */
function presentCode({ codes, publicUrl }: OrderServices, { id, codeSealed }: OrderRow) {
  const digits = codeSealed === null ? null : codes.open(id, codeSealed);
  return { digits, address: digits === null ? null : `${publicUrl}/dashboard/order/${id}#code=${digits}` };
}

const presentTries = (order: OrderRow, now: Date): Order['codeTries'] => ({
  left: triesLeftOf(order, now),
  lockedUntil: pauseEndOf(order, now)?.toISOString() ?? null,
  isLockedForGood: isCodeLockedForGood(order),
});

async function readTimeline(db: Executor, id: string): Promise<OrderTimelineEntry[]> {
  const [states, log] = await Promise.all([listStates(db, id), listLog(db, id)]);
  const known = statesOf(orderMachine);
  const entries = [
    ...states.map(({ state, ...row }) => ({
      ...row,
      state: known.find((each) => each === state) ?? null,
      what: null,
    })),
    ...log.map(({ kind, ...row }) => ({
      ...row,
      state: null,
      what: orderLogKinds.find((each) => each === kind) ?? null,
    })),
  ];
  return entries
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ id: _id, at, ...entry }) => ({ _id, at: at.toISOString(), ...entry }));
}
