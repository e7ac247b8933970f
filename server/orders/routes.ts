import type { Person } from '#contract/access.ts';
import * as orders from '#contract/orders.ts';
import * as calls from '#contract/orders-actions.ts';
import * as receipts from '#contract/orders-receipt.ts';
import * as tables from '#contract/orders-table.ts';
import * as disputes from '#contract/orders-disputes.ts';
import type { OrderRole } from '#contract/orders-machine.ts';
import type { Api } from '#server/platform/http/http.ts';
import { acceptOffer, declineOffer, makeOffer } from './agree-on-offer.ts';
import {
  addEvidence,
  disputeReturn,
  objectToCancellation,
  refuseProblem,
  reportProblem,
} from './answer-problem.ts';
import { confirmDelivery, decideOrder, reopenOrder } from './decide-dispute.ts';
import { addPhoto, type PhotoServices, readPhoto } from './keep-photos.ts';
import { handOver } from './enter-code.ts';
import { listPhoneAgain, type ListAgainServices } from './list-again.ts';
import * as acts from './move-by-people.ts';
import { passDay } from './pass-day.ts';
import * as service from './service.ts';

export interface OrderDependencies extends ListAgainServices, PhotoServices {
  readonly isDemo: boolean;
}

export function orderRoutes(api: Api, services: OrderDependencies): void {
  readingRoutes(api, services);
  photoRoutes(api, services);
  const act = actWith(services);
  api.on(calls.chooseDelivery, act(calls.chooseDelivery, acts.chooseDelivery));
  api.on(calls.renewCode, act(calls.renewCode, acts.renewCode));
  api.on(calls.checkItem, act(calls.checkItem, acts.checkItem));
  api.on(calls.handOver, act(calls.handOver, handOver));
  api.on(calls.confirmReceipt, act(calls.confirmReceipt, acts.confirmReceipt));
  api.on(calls.acceptPhone, act(calls.acceptPhone, acts.acceptPhone));
  api.on(calls.sendParcel, act(calls.sendParcel, acts.sendParcel));
  api.on(calls.cancelOrder, act(calls.cancelOrder, acts.cancelOrder));
  api.on(calls.askToCancel, act(calls.askToCancel, acts.askToCancel));
  api.on(calls.withdrawCancellation, act(calls.withdrawCancellation, acts.withdrawCancellation));
  api.on(calls.objectToCancellation, act(calls.objectToCancellation, objectToCancellation));
  api.on(calls.refundOrder, act(calls.refundOrder, acts.refundOrder));
  api.on(calls.confirmDelivery, act(calls.confirmDelivery, confirmDelivery));
  api.on(calls.listAgain, act(calls.listAgain, listPhoneAgain));
  if (services.isDemo) api.on(calls.passDay, act(calls.passDay, passDay));
  disputeRoutes(api, act);
}

/** Turns an action into the route of its call, which returns the changed order. */
const actWith =
  (services: OrderDependencies) =>
  <Body>(call: PartyCall, run: Act<Body>) => ({
    owns: service.maySide(services.db, call.access.sides),
    handle: async ({ params, person, body }: ActCall<Body>) => {
      await run(services, params._id, person, body);
      return service.presentOrder(services, params._id, person);
    },
  });

function disputeRoutes(api: Api, act: ReturnType<typeof actWith>): void {
  api.on(calls.reportProblem, act(calls.reportProblem, reportProblem));
  api.on(calls.withdrawProblem, act(calls.withdrawProblem, acts.withdrawProblem));
  api.on(calls.makeOffer, act(calls.makeOffer, makeOffer));
  api.on(calls.acceptOffer, act(calls.acceptOffer, acceptOffer));
  api.on(calls.declineOffer, act(calls.declineOffer, declineOffer));
  api.on(calls.refuseProblem, act(calls.refuseProblem, refuseProblem));
  api.on(calls.addEvidence, act(calls.addEvidence, addEvidence));
  api.on(calls.decideOrder, act(calls.decideOrder, decideOrder));
  api.on(calls.reopenOrder, act(calls.reopenOrder, reopenOrder));
  api.on(calls.sendBack, act(calls.sendBack, acts.sendBack));
  api.on(calls.confirmReturn, act(calls.confirmReturn, acts.confirmReturn));
  api.on(calls.disputeReturn, act(calls.disputeReturn, disputeReturn));
  api.on(calls.keepPhone, act(calls.keepPhone, acts.keepPhone));
}

function readingRoutes(api: Api, services: OrderDependencies): void {
  const { db } = services;
  api.on(orders.getOrder, {
    owns: service.maySide(db, orders.getOrder.access.sides),
    handle: ({ params, person }) => service.presentOrder(services, params._id, person),
  });
  api.on(receipts.getOrderReceipt, {
    owns: service.maySide(db, receipts.getOrderReceipt.access.sides),
    handle: ({ params, person }) => service.presentReceipt(services, params._id, person),
  });
  api.on(orders.listSales, { handle: ({ person, query }) => service.listSales(db, person, query) });
  api.on(tables.countSales, { handle: ({ person, query }) => service.countSales(db, person, query) });
  api.on(tables.countOrders, { handle: ({ query }) => service.countOrders(db, query) });
  api.on(orders.listOrders, { handle: ({ person, query }) => service.listOrders(db, person, query) });
  api.on(tables.countDisputes, { handle: ({ query }) => service.countDisputes(services, query) });
  api.on(orders.listDisputes, {
    handle: ({ person, query }) => service.listDisputes(services, person, query),
  });
}

function photoRoutes(api: Api, services: OrderDependencies): void {
  api.on(disputes.addOrderPhoto, {
    owns: service.maySide(services.db, disputes.addOrderPhoto.access.sides),
    handle: ({ params, person, request }) => addPhoto(services, params._id, person, request),
  });
  api.on(disputes.getOrderPhoto, {
    owns: service.maySide(services.db, disputes.getOrderPhoto.access.sides),
    handle: async ({ params, person, reply }) => {
      const bytes = await readPhoto(services, params._id, params.photo, person);
      void reply.header('Cache-Control', 'private, no-store').type('image/jpeg');
      return bytes;
    },
  });
}

interface PartyCall {
  readonly access: { readonly sides: readonly OrderRole[] };
}

interface ActCall<Body> {
  readonly params: { readonly _id: string };
  readonly person: Person;
  readonly body: Body;
}

/** The action of a call. */
type Act<Body> = (services: ListAgainServices, id: string, person: Person, body: Body) => Promise<void>;
