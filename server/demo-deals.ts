/**
 * The demo's deals: phones of its seller that its buyer has bought, one in each state of an order. They are created by
 * the functions of the API's calls and by charges of the stand-in, so that their money is in the ledger.
 */
import { and, desc, eq } from 'drizzle-orm';

import type { Person } from '#contract/access.ts';
import { minuteMs } from '#contract/durations.ts';
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

/** Declares the job that creates the deals. */
export function declareDemoDeals(services: Services): void {
  services.jobs.handle(dealsQueue, async () => {
    await makeDemoDeals(services);
    await services.db.update(settings).set({ value: 'made' }).where(eq(settings.name, dealsSetting));
  });
}

/**
 * Queues the creation of the deals if the demo's data lack them; it runs once the server listens. The job of a killed
 * process would wait for its expiry, so each start queues another one; existing parts of a deal are not created again.
 */
export async function queueDemoDeals({ db, jobs, config }: Services): Promise<void> {
  // At Stripe itself, these would be real charges in somebody's account.
  if (!config.stripe.isSandbox) return;
  const [row] = await db.select().from(settings).where(eq(settings.name, dealsSetting));
  if (row?.value === 'due') await jobs.enqueueAll(db, dealsQueue, [{ id: newId(), data: {} }]);
}

type Sides = Readonly<Record<OrderRole, Person>>;

/** An action of a person on an order, if the order is still in the state before the action. */
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

/** The steps that lead from the payment to each state. The last deal is the newest, so lists show it first. */
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
 * Creates the missing deals. The phone of each is stored under the name of its state, so that the next run continues an
 * interrupted one.
 *
 * @throws Failure if somebody else has booked such a phone meanwhile; the next run tries again
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

/** Undefined if one of them was removed, or if the configured admin does not exist. */
async function findSides({ db, config }: Services): Promise<Sides | undefined> {
  const buyer = await findPersonByEmail(db, 'buyer@example.com');
  const seller = await findPersonByEmail(db, 'seller@example.com');
  const admin = await findPersonByEmail(db, config.admin.email);
  return buyer && seller && admin && { buyer, seller, admin };
}

/** Live phones of the seller, one for each model. */
async function listPhones(db: Database, seller: Person): Promise<string[]> {
  const rows = await db
    .selectDistinctOn([products.model], { id: products.id })
    .from(products)
    .where(and(eq(products.sellerId, seller.id), eq(products.state, 'live')))
    .orderBy(products.model, products.id)
    .limit(deals.length);
  return rows.map(({ id }) => id);
}

/** Creates a session for some minutes, which a booking requires. */
async function openBuyer(db: Database, buyer: Person): Promise<{ id: string }> {
  const id = newId();
  const expiresAt = new Date(Date.now() + 10 * minuteMs);
  await db.insert(sessions).values({ id, userId: buyer.id, token: newId(), expiresAt });
  return { id };
}

/** Lists another phone like one of the seller's. @returns the phone of this deal, which may be from an earlier run */
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

/** Books the phone, pays for it and takes the steps, except what an earlier run did. */
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
