/**
 * The demo's deals: phones of its seller that its buyer has bought, one in each state of an order. They are made as
 * people make them, by the calls' own functions and by charges of the stand-in, so that their money is in the ledger.
 */
import { and, desc, eq } from 'drizzle-orm';

import type { Person } from '#contract/access.ts';
import type { OrderRole, OrderState } from '#contract/orders-machine.ts';
import { demoPeople } from '#db/demo/people.ts';
import { dealsSetting } from '#db/seed.ts';
import { sessions } from '#db/tables/auth.ts';
import { bookings } from '#db/tables/bookings.ts';
import { orders } from '#db/tables/orders.ts';
import { products } from '#db/tables/products.ts';
import { settings } from '#db/tables/settings.ts';
import { bookProduct, holdRules } from '#server/bookings/service.ts';
import { reportProblem } from '#server/orders/answer-problem.ts';
import { decideOrder } from '#server/orders/decide-dispute.ts';
import * as acts from '#server/orders/move-by-people.ts';
import type { OrderServices } from '#server/orders/service.ts';
import { createPaymentIntent, recordPayment } from '#server/payments/service.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { type Database, newId } from '#server/platform/postgres/database.ts';
import { copyProduct } from '#server/products/service.ts';
import { findPersonByEmail, requirePresent } from '#server/users/service.ts';
import { onboardDemoSeller } from './demo-onboarding.ts';
import type { Services } from './services.ts';

const dealsQueue = queue<object>('demo-deals');

/** Declares the job that makes the deals. */
export function declareDemoDeals(services: Services): void {
  services.jobs.handle(dealsQueue, async () => {
    await makeDemoDeals(services);
    await services.db.update(settings).set({ value: 'made' }).where(eq(settings.name, dealsSetting));
  });
}

/**
 * Queues the deals where the demo's data lack them: they are made once the server listens. The job of a process that was
 * killed would wait for its expiry, so each start queues another; what a deal already has is not made again.
 */
export async function queueDemoDeals({ db, jobs, config }: Services): Promise<void> {
  // At Stripe itself they would be charges of somebody's account.
  if (!config.stripe.isSandbox) return;
  const [row] = await db.select().from(settings).where(eq(settings.name, dealsSetting));
  if (row?.value === 'due') await jobs.enqueueAll(db, dealsQueue, [{ id: newId(), data: {} }]);
}

type Sides = Readonly<Record<OrderRole, Person>>;

/** What somebody does with an order, if it is still in the state before it. */
interface Step {
  readonly in: OrderState;
  readonly by: OrderRole;
  readonly act: (services: OrderServices, id: string, person: Person) => Promise<void>;
}

const receive: Step = {
  in: 'paid',
  by: 'buyer',
  act: (services, id, buyer) => acts.confirmReceipt(services, id, buyer, undefined),
};
const report = (reason: 'not-as-described' | 'does-not-work', text: string): Step => ({
  in: 'handed_over',
  by: 'buyer',
  act: (services, id, buyer) => reportProblem(services, id, buyer, { reason, text }),
});

/** The steps that lead from the payment to each state. The last one stands first in the lists. */
const deals: readonly (readonly [OrderState, readonly Step[]])[] = [
  [
    'cancelled',
    [
      {
        in: 'paid',
        by: 'seller',
        act: (services, id, seller) =>
          acts.cancelOrder(services, id, seller, { reason: 'Sorry, it fell down the stairs this morning.' }),
      },
    ],
  ],
  [
    'refunded',
    [
      receive,
      {
        in: 'handed_over',
        by: 'seller',
        act: (services, id, seller) =>
          acts.refundOrder(services, id, seller, {
            reason: 'The speaker was broken, I had not noticed it. Keep well!',
          }),
      },
    ],
  ],
  [
    'completed',
    [
      receive,
      {
        in: 'handed_over',
        by: 'buyer',
        act: (services, id, buyer) => acts.acceptPhone(services, id, buyer, undefined),
      },
    ],
  ],
  [
    'returning',
    [
      receive,
      report('not-as-described', 'The listing says that it is unlocked, but it takes only one network.'),
      {
        in: 'disputed',
        by: 'admin',
        act: (services, id, admin) =>
          decideOrder(services, id, admin, {
            outcome: 'return',
            reason: 'evidence-of-buyer',
            words: 'Please send the phone back. The money follows once it has arrived.',
          }),
      },
    ],
  ],
  ['disputed', [receive, report('does-not-work', 'It turns itself off as soon as the camera opens.')]],
  ['handed_over', [receive]],
  [
    'sent',
    [
      {
        in: 'paid',
        by: 'buyer',
        act: (services, id, buyer) =>
          acts.chooseDelivery(services, id, buyer, {
            delivery: 'parcel',
            address: 'Bashir Ahmed\n12 Lake Road\nDhaka 1212',
          }),
      },
      {
        in: 'paid',
        by: 'seller',
        act: (services, id, seller) =>
          acts.sendParcel(services, id, seller, { carrier: 'Sundarban', trackingNumber: 'SB-20418-77' }),
      },
    ],
  ],
  ['paid', []],
];

/**
 * Makes what is missing of the deals. Each is stored by the name of its state with its phone's listing, so that a run
 * that was broken off is continued by the next one where it stood.
 *
 * @throws Failure where somebody has meanwhile bought such a phone; the next run looks again
 */
export async function makeDemoDeals(services: Services): Promise<void> {
  const sides = await findSides(services);
  if (sides === undefined) return;
  await onboardDemoSeller(services, sides.seller.id);
  const phoneIds = await listPhones(services.db, sides.seller);
  const withSession = await openBuyer(services.db, sides.buyer);
  try {
    for (const [place, [state, steps]] of deals.entries()) {
      const like = phoneIds[place % phoneIds.length];
      if (like === undefined) return;
      const productId = await listPhone(services, sides.seller, like, state);
      await makeDeal(services, sides, withSession.id, productId, steps);
    }
  } finally {
    await services.db.delete(sessions).where(eq(sessions.id, withSession.id));
  }
}

/** Undefined where one of them has been removed, or the demo has another admin who was never made. */
async function findSides({ db, config }: Services): Promise<Sides | undefined> {
  const buyer = await findPersonByEmail(db, 'buyer@example.com');
  const seller = await findPersonByEmail(db, 'seller@example.com');
  const admin = await findPersonByEmail(db, config.admin.email);
  return buyer && seller && admin && { buyer, seller, admin };
}

/** Phones of the seller, each another model. */
async function listPhones(db: Database, seller: Person): Promise<string[]> {
  const rows = await db
    .selectDistinctOn([products.model], { id: products.id })
    .from(products)
    .where(and(eq(products.sellerId, seller.id), eq(products.state, 'live')))
    .orderBy(products.model, products.id)
    .limit(deals.length);
  return rows.map(({ id }) => id);
}

/** A booking asks for the session in which it is made: one for these minutes. */
async function openBuyer(db: Database, buyer: Person): Promise<{ id: string }> {
  const id = newId();
  const expiresAt = new Date(Date.now() + 10 * 60_000);
  await db.insert(sessions).values({ id, userId: buyer.id, token: newId(), expiresAt });
  return { id };
}

/** Lists another phone like one that the seller has. @returns the listing of this deal, of an earlier run too */
async function listPhone(
  { db, clock }: Services,
  seller: Person,
  likeId: string,
  state: OrderState,
): Promise<string> {
  const name = `demo-deal-${state}`;
  return db.transaction(async (tx) => {
    await requirePresent(tx, seller.id);
    const [known] = await tx.select().from(settings).where(eq(settings.name, name));
    if (known !== undefined) return known.value;
    const id = await copyProduct(tx, seller, likeId, { clock, rateLimitFactor: 0 });
    if (id === undefined) throw new Error(`The demo's phone ${likeId} is gone`);
    await tx.insert(settings).values({ name, value: id });
    return id;
  });
}

/** Books the phone, pays it and does the steps, as far as that has not happened. */
async function makeDeal(
  services: Services,
  sides: Sides,
  sessionId: string,
  productId: string,
  steps: readonly Step[],
): Promise<void> {
  const { db, config } = services;
  const orderId = await buyPhone(services, { ...sides.buyer, sessionId }, productId);
  const orderServices = { ...services, publicUrl: config.publicUrl };
  for (const { in: before, by, act } of steps) {
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
    if (order?.state === before) await act(orderServices, orderId, sides[by]);
  }
}

/** @returns the id of the booking, which is the order's */
async function buyPhone(
  services: Services,
  buyer: Person & { readonly sessionId: string },
  productId: string,
): Promise<string> {
  const { db, stripe } = services;
  const [last] = await db
    .select({ id: bookings.id, state: bookings.state })
    .from(bookings)
    .where(and(eq(bookings.productId, productId), eq(bookings.buyerId, buyer.id)))
    .orderBy(desc(bookings.id))
    .limit(1);
  if (last?.state === 'paid') return last.id;
  const bookingId = last?.state === 'held' ? last.id : await bookPhone(services, buyer, productId);
  const [transactionId = ''] = (await createPaymentIntent(services, bookingId)).split('_secret_');
  await stripe.paymentIntents.confirm(transactionId, { payment_method: 'pm_card_visa' });
  await recordPayment(services, { paymentId: bookingId, transactionId });
  return bookingId;
}

async function bookPhone(
  { db, reserve, clock, findSignedIn, config }: Services,
  buyer: Person & { readonly sessionId: string },
  productId: string,
): Promise<string> {
  const phone = demoPeople.find(({ email }) => email === buyer.email)?.phone ?? '01711000000';
  const entry = { productId, userLocation: 'Gulshan 2 Circle, Dhaka', phone };
  const options = { reserve, clock, findSignedIn, rules: holdRules(config) };
  return (await bookProduct(db, buyer, entry, options)).id;
}
