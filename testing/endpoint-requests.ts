/** For each endpoint of the contract a permitted request, about an object of the right owner. */
import { randomUUID } from 'node:crypto';

import {
  chargeIssue,
  failedEvent,
  failedJob,
  failedMail,
  lostChargeback,
  newAccount,
  notificationOf,
  pictureForm,
  unsubscribeToken,
} from './endpoint-things.ts';
import { orderCases } from './order-requests.ts';
import { payoutCases } from './payout-requests.ts';
import { ownProductCases } from './own-product-requests.ts';
import { reportCases } from './report-requests.ts';
import { passkeyCases } from './passkey-requests.ts';
import { peopleCases } from './people-requests.ts';
import { privacyCases } from './privacy-requests.ts';
import { type Market, newBooking, newPhone, openSession, type TestPerson } from './market.ts';
import { reconciliationCases } from './reconciliation-requests.ts';
import { userCases } from './user-requests.ts';
import { signUp } from './visitor.ts';

/** The people of a request: the buyer and the seller own its object, the other two are unrelated to it. */
export interface TestPeople {
  readonly buyer: TestPerson;
  readonly otherBuyer: TestPerson;
  readonly seller: TestPerson;
  readonly otherSeller: TestPerson;
  readonly admin: TestPerson;
}

export type Role = keyof TestPeople | 'stranger';

export interface EndpointRequest {
  /** Below `/api`, with its query. */
  readonly path: string;
  readonly body?: unknown;
  /** Instead of `body`. */
  readonly form?: FormData;
}

export interface EndpointCase {
  /** The owner of the call's object, if its access depends on ownership. */
  readonly owner?: 'buyer' | 'seller';
  /** The status for permitted callers; 200 unless a later step is missing that the request needs. */
  readonly answer?: number;
  /** Creates the object and the request, again for each call. `caller` is who makes it. */
  make(market: Market, people: TestPeople, caller?: Role): Promise<EndpointRequest>;
}

export async function createPeople(market: Market): Promise<TestPeople> {
  // The proofs that calls may require of a person in addition to being signed in.
  const shown = { emailVerified: true };
  return {
    buyer: await market.person('buyer', shown),
    otherBuyer: await market.person('buyer', shown),
    seller: await market.person('seller', shown),
    otherSeller: await market.person('seller', shown),
    admin: await market.person('admin', shown),
  };
}

/** Keys are `<domain>.<name>` as the contract's `api.ts` lists them. */
export const endpointCases: Readonly<Record<string, EndpointCase>> = {
  'site.getSiteConfig': plain('/config'),
  'site.reportClientError': plain('/client-errors', { message: 'x is undefined', path: '/' }),

  'live.watchChanges': plain('/events'),

  ...userCases,
  ...peopleCases,

  'mails.listFailedMails': plain('/failedMails'),
  'mails.sendFailedMail': {
    make: async (market) => at(`/failedMails/${await failedMail(market)}/send`, {}),
  },
  'mails.removeFailedMail': { make: async (market) => at(`/failedMails/${await failedMail(market)}`) },

  'jobs.listFailedJobs': plain('/failedJobs'),
  'jobs.retryFailedJob': {
    make: async (market) => at(`/failedJobs/privacy-remove-files/${await failedJob(market)}/retry`, {}),
  },

  'auth.signUp': { make: async () => at('/auth/sign-up/email', newAccount()) },
  'auth.signIn': {
    make: async (market) => {
      const account = newAccount();
      await signUp(market.address, account);
      return at('/auth/sign-in/email', account);
    },
  },
  'auth.signInSocial': plain('/auth/sign-in/social', { provider: 'google', callbackURL: '/' }),
  'auth.signOut': plain('/auth/sign-out', {}),
  'auth.getSession': plain('/auth/get-session'),
  'auth.requestPasswordReset': plain('/auth/request-password-reset', { email: 'nobody@example.com' }),
  'auth.checkLink': plain('/auth/check-link', { token: 'x', purpose: 'new-password' }, 400),
  'auth.resetPassword': plain('/auth/reset-password', { newPassword: 'N3wPassword', token: 'x' }, 400),
  // A valid one would leave the person with a password, and without a way to confirm by mail.
  'auth.changePassword': plain('/auth/change-password', { newPassword: 'weak' }, 400),
  'auth.sendVerificationEmail': plain('/auth/send-verification-email', { email: 'nobody@example.com' }),
  'auth.verifyEmail': plain('/auth/verify-email?token=x', undefined, 302),
  'auth.confirmAddress': plain('/auth/confirm-address', { password: 'Str0ngPass', token: 'x' }, 400),
  'auth.changeAddress': plain('/auth/change-address', { email: 'another@example.com' }),
  'auth.undoAddressChange': plain(
    '/auth/undo-address-change',
    { newPassword: 'N3wPassword', token: 'x' },
    400,
  ),
  'auth.secureAccount': plain('/auth/secure-account', { token: 'x' }, 400),
  'auth.getStepUp': plain('/auth/step-up'),
  'auth.stepUp': plain('/auth/step-up', { mailCode: '00000000' }, 400),
  'auth.sendStepUpCode': plain('/auth/step-up/code', {}),
  'auth.passSecondFactor': plain('/auth/second-factor', { code: '000000' }, 403),
  'auth.getFactors': plain('/auth/factors'),
  'auth.beginTotp': plain('/auth/totp', {}),
  'auth.confirmTotp': {
    answer: 400,
    make: async (_, people) => {
      for (const person of Object.values(people)) await person.post('/auth/totp');
      return at('/auth/totp/confirm', { code: 'no code' });
    },
  },
  'auth.removeTotp': plain('/auth/totp', undefined, 409),
  'auth.endSessionsOf': {
    make: async (market) =>
      at(`/users/${(await market.person('buyer')).id}/end-sessions`, { reason: 'Lost their telephone' }),
  },
  'auth.removeFactorsOf': {
    make: async (market) =>
      at(`/users/${(await market.person('buyer')).id}/remove-second-factor`, { reason: 'Seen by video' }),
  },
  'auth.renewRecoveryCodes': plain('/auth/recovery-codes', {}, 409),
  ...passkeyCases,
  'auth.listSessions': plain('/sessions'),
  'auth.endSession': {
    owner: 'buyer',
    make: async ({ services }, { buyer }) => at(`/sessions/${await openSession(services.db, buyer.id)}`),
  },
  'auth.endOtherSessions': plain('/sessions'),
  'auth.getAccessToken': plain('/jwt'),

  'notifications.listNotifications': plain('/notifications'),
  'notifications.countUnread': plain('/notifications/unread'),
  'notifications.markAllRead': plain('/notifications/read', {}),
  'notifications.markRead': {
    owner: 'buyer',
    make: async (market, { buyer }) => at(`/notifications/${await notificationOf(market, buyer)}/read`, {}),
  },
  'notifications.listPreferences': plain('/notifications/preferences'),
  'notifications.changePreference': plain('/notifications/preferences', {
    kind: 'booking-ended',
    channel: 'mail',
    isOn: true,
  }),
  'notifications.findUnsubscribe': {
    make: async (market, { buyer }) =>
      at(`/notifications/unsubscribe/kinds?token=${unsubscribeToken(market, buyer)}`),
  },
  'notifications.openUnsubscribe': plain('/notifications/unsubscribe?token=x', undefined, 302),
  'notifications.unsubscribe': {
    make: async (market, { buyer }) =>
      at(`/notifications/unsubscribe?token=${unsubscribeToken(market, buyer)}`, {}),
  },

  'media.uploadImage': { make: async () => ({ path: '/images', form: pictureForm() }) },

  'media.getWithheldPicture': plain(`/images/${randomUUID()}`, undefined, 404),

  'products.listCategories': plain('/category'),
  'products.getMarket': plain('/market'),
  'products.getCategory': { make: async (market) => at(`/category/${await market.category()}`) },
  'products.listProducts': plain('/products'),
  'products.countProducts': {
    owner: 'seller',
    make: async (_, { seller }) => at(`/products/counts?email=${seller.email}`),
  },
  'products.getProduct': {
    make: async (market, { seller }) => at(`/products/${await market.phone(seller)}`),
  },
  'products.listSimilar': {
    make: async (market, { seller }) => at(`/products/${await market.phone(seller)}/similar`),
  },
  'products.listOwnIds': {
    make: async (market, { seller }) => at(`/own-products?ids=${await market.phone(seller)}`),
  },
  'cities.listCities': plain('/cities?q=dha'),
  'products.listDevices': { make: async (market) => at(`/devices?categoryId=${await market.category()}`) },
  'products.addProduct': {
    owner: 'seller',
    make: async (market, { seller }) => {
      const entry = { ...newPhone, image: await market.picture(), categoryId: await market.category() };
      return at('/products', { ...entry, email: seller.email });
    },
  },
  ...ownProductCases,
  'products.removeProduct': {
    owner: 'seller',
    make: async (market, { seller }) => at(`/products/${await market.phone(seller)}`),
  },

  'advertisements.advertise': {
    owner: 'seller',
    make: async (market, { seller }) => at('/adsProducts', { uniqId: await market.phone(seller) }),
  },
  'advertisements.listAdvertisements': plain('/adsProducts'),
  'advertisements.endAdvertisement': {
    owner: 'seller',
    make: async (market, { seller }) => {
      const uniqId = await market.phone(seller);
      await seller.post('/adsProducts', { uniqId });
      return at(`/adsProducts?id=${uniqId}`);
    },
  },

  'bookings.bookProduct': {
    owner: 'seller',
    make: async (market, { seller }) =>
      at('/bookedProduct', { productId: await market.phone(seller), ...newBooking }),
  },
  'bookings.listBookings': {
    owner: 'buyer',
    make: async (_, { buyer }) => at(`/bookedProduct?userEmail=${buyer.email}`),
  },
  'bookings.countBookings': {
    owner: 'buyer',
    make: async (_, { buyer }) => at(`/bookedProduct/counts?userEmail=${buyer.email}`),
  },
  'bookings.getBooking': {
    owner: 'buyer',
    make: async (market, people) => at(`/bookedProduct/${await bookingOf(market, people)}`),
  },
  'bookings.removeBooking': {
    owner: 'buyer',
    make: async (market, people) => at(`/bookedProduct?id=${await bookingOf(market, people)}`),
  },

  'payments.createPaymentIntent': {
    owner: 'buyer',
    make: async (market, people) =>
      at('/create-payment-intent', { sell: 420.5, paymentId: await bookingOf(market, people) }),
  },
  'payments.recordPayment': {
    owner: 'buyer',
    answer: 409,
    make: async (market, people) =>
      at('/payments', { transactionId: 'pi_unknown', paymentId: await bookingOf(market, people) }),
  },
  'ledger.getMoney': plain('/money'),

  'payments.listChargeIssues': plain('/chargeIssues'),
  'payments.refundChargeIssue': {
    make: async (market) => at(`/chargeIssues/${await chargeIssue(market)}/refund`, {}),
  },
  'payments.settleChargeIssue': {
    make: async (market) => at(`/chargeIssues/${await chargeIssue(market)}/settle`, {}),
  },
  'payments.listChargebacks': plain('/chargebacks'),
  'payments.answerChargeback': {
    answer: 409,
    make: async (market) =>
      at(`/chargebacks/${await lostChargeback(market)}/answer`, { evidence: 'It was handed over' }),
  },
  'payments.acceptChargeback': {
    make: async (market) => at(`/chargebacks/${await lostChargeback(market)}/accept`, {}),
  },
  'payments.listFailedProcessorEvents': plain('/failedProcessorEvents'),
  'payments.retryProcessorEvent': {
    make: async (market) => at(`/failedProcessorEvents/${await failedEvent(market)}/retry`, {}),
  },
  'payments.receiveStripeEvent': plain('/webhooks/stripe', { type: 'unsigned' }, 400),
  'payments.receiveConnectEvent': plain('/webhooks/stripe/connect', { type: 'unsigned' }, 400),

  ...orderCases,

  ...payoutCases,
  ...reconciliationCases,

  ...reportCases,
  'todo.getTodo': plain('/todo'),
  ...privacyCases,

  'search.searchProducts': plain('/search?q=pixel&condition=good'),
  'search.suggest': plain('/search/suggestions?q=pix'),
};

const at = (path: string, body?: unknown): EndpointRequest => ({
  path,
  ...(body === undefined ? {} : { body }),
});

function plain(path: string, body?: unknown, answer = 200): EndpointCase {
  return { answer, make: async () => at(path, body) };
}

const bookingOf = async (market: Market, { buyer, seller }: TestPeople): Promise<string> =>
  market.booking(buyer, await market.phone(seller));
