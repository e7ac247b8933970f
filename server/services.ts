/** Opens all services that the processes need, by the configuration. */
import { join } from 'node:path';

import type Stripe from 'stripe';

import type { DealTerms } from '#contract/deal-terms.ts';
import { pictureRules } from '#contract/media.ts';
import { system } from '#contract/states.ts';
import type { Identity } from '#server/auth/create-identity.ts';
import type { AccessTokens } from '#server/auth/issue-token.ts';
import {
  createGuard,
  endAccess,
  endAllSessions,
  type FindSignedIn,
  linksInMail,
  prepareSignedIn,
} from '#server/auth/service.ts';
import type { SessionLife } from '#server/auth/session-life.ts';
import type { FactorSecrets } from '#server/auth/store-factors.ts';
import type { PasskeyChallenges } from '#server/auth/use-passkeys.ts';
import { endAdvertisement } from '#server/advertisements/service.ts';
import {
  cancelHoldOf,
  cancelHoldsOfBuyer,
  cancelHoldsOnPhonesOf,
  prepareReservation,
  type Reserve,
} from '#server/bookings/service.ts';
import { publishNotified } from '#server/live/service.ts';
import { photoReference, isUploadedPicture } from '#server/media/service.ts';
import { type Withholding, withholdPhotoOf, withholdPictures } from '#server/media/withhold-pictures.ts';
import {
  createNotify,
  forgetPerson,
  type Notify,
  type OnNotified,
  type UnsubscribeLinks,
} from '#server/notifications/service.ts';
import {
  createOrder,
  type HandOverCodes,
  recordHoldBack,
  takeReturn,
  withdrawPerson,
} from '#server/orders/service.ts';
import { openIdentity } from './open-identity.ts';
import { openPools } from './open-pools.ts';
import type { OnHeldBack, OnSaleReturned, OnSaleSettled, OnSellerEvent } from '#server/payments/service.ts';
import type { PayoutServices } from '#server/payouts/service.ts';
import { type Changes, createChanges } from '#server/platform/changes/changes.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { type CallCounter, createCallCounter } from '#server/platform/http/count-calls.ts';
import type { Guard } from '#server/platform/http/http-guard.ts';
import { type AvifEncoder, createAvifEncoder } from '#server/platform/images/image-encoder-avif.ts';
import { createImageEncoder, type ImageEncoder } from '#server/platform/images/image-encoder.ts';
import type { ImageStorage } from '#server/platform/images/image-storage.ts';
import { fileStorage } from '#server/platform/images/image-storage-file.ts';
import { s3Storage } from '#server/platform/images/image-storage-s3.ts';
import { createJobs, type Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log/log.ts';
import type { LinksInMail } from '#server/mails/service.ts';
import { createMailer, type Mailer } from '#server/platform/mail/mail.ts';
import { closeAll } from '#server/platform/process/close-all.ts';
import {
  type OnProductRemoved,
  type OnProductSold,
  type ProductReads,
  hideProductsOf,
  prepareProductReads,
  listPictureIds,
  productPictures,
  removeProductsOf,
  showProductsOf,
} from '#server/products/service.ts';
import { upholdOpenReports } from '#server/reports/service.ts';
import type { OnLeaving } from '#server/privacy/service.ts';
import { openProcessor } from './open-processor.ts';
import type { IsUploaded, OnUserRemoved, SuspensionServices } from '#server/users/service.ts';

export interface Services {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly db: Database;
  readonly readDb: Database;
  /** Only for searches. */
  readonly searchDb: Database;
  /** Publishes changes to caches that show them. */
  readonly changes: Changes;
  /** Counts calls for the rate limits. */
  readonly callCounter: CallCounter;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly linksInMail: LinksInMail;
  readonly storage: ImageStorage;
  readonly encoder: ImageEncoder;
  readonly avifEncoder: AvifEncoder;
  readonly stripe: Stripe;
  readonly identity: Identity;
  readonly sessionLife: SessionLife;
  readonly tokens: AccessTokens;
  readonly guard: Guard;
  readonly findSignedIn: FindSignedIn;
  readonly notify: Notify;
  readonly suspensions: SuspensionServices;
  readonly onNotified: OnNotified;
  readonly unsubscribeLinks: UnsubscribeLinks;
  readonly productReads: ProductReads;
  readonly reserve: Reserve;
  readonly onUserRemoved: readonly OnUserRemoved[];
  readonly onLeaving: readonly OnLeaving[];
  readonly onCameBack: OnLeaving;
  /** For how many days people can undo the deletion of their account. */
  readonly eraseDays: number;
  readonly isUploaded: IsUploaded;
  readonly onProductRemoved: readonly OnProductRemoved[];
  readonly onProductSold: OnProductSold;
  readonly onSaleSettled: OnSaleSettled;
  readonly onSaleReturned: OnSaleReturned;
  readonly onHeldBack: OnHeldBack;
  readonly onSellerEvent: OnSellerEvent;
  readonly payouts: PayoutServices;
  /** How long each step of a deal may take, and what a sale costs its seller. */
  readonly terms: DealTerms;
  readonly codes: HandOverCodes;
  readonly factorSecrets: FactorSecrets;
  readonly challenges: PasskeyChallenges;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly log: Log;
  /** The URL of the database: the configured one, or the embedded one. */
  readonly databaseUrl: string;
  readonly directUrl: string;
  /** The configured URL, or that of the stand-in. */
  readonly smtpUrl: string;
  readonly clock?: Clock;
}

/** Opens everything, without listening and without running jobs. The schema must be up to date. */
export async function openServices(options: ServiceOptions): Promise<Services> {
  const { config, log, databaseUrl, directUrl, smtpUrl, clock = systemClock } = options;
  const changes = createChanges({ url: directUrl, log });
  const pools = openPools(databaseUrl, config, log, changes);
  const { db, readDb, searchDb } = pools;
  const jobs = createJobs({ url: directUrl, log });
  const mailer = createMailer({ smtpUrl, from: config.mailFrom, log });
  const storage = openStorage(config);
  const encoder = createImageEncoder({ rules: pictureRules, log });
  const avifEncoder = createAvifEncoder({ log });
  const callCounter = await createCallCounter({ redisUrl: config.redisUrl, log });
  const secrets = await openIdentity(config, { ...pools, jobs, clock, log });
  const { identity, tokens, unsubscribeLinks, codes, seal } = secrets;
  const terms = config.deals;
  const findSignedIn = openSignedIn(db, config, clock);
  const close = closerOf({ pools, changes, callCounter, encoder, mailer, jobs, avifEncoder });
  return {
    config,
    log,
    clock,
    db,
    readDb,
    searchDb,
    changes,
    callCounter,
    jobs,
    mailer,
    linksInMail: linksInMail(clock),
    storage,
    encoder,
    avifEncoder,
    ...secrets,
    close,
    guard: createGuard(db, { findSignedIn, identity, tokens }),
    findSignedIn,
    productReads: prepareProductReads(readDb, config.database.usesPrepared),
    reserve: prepareReservation(db, config.database.usesPrepared),
    isUploaded: isUploadedPicture(config),
    ...openNotifications({ jobs, clock, publicUrl: config.publicUrl, unsubscribeLinks }),
    terms,
    ...followingPayment({ jobs, clock, terms, codes }),
    ...openProcessor(config, { db, jobs, clock, log, seal }),
    onProductSold,
    ...removals({ db, jobs, storage, log, clock, terms }),
    ...leaving,
    eraseDays: config.privacy.eraseDays,
  };
}

type Closing = Pick<Services, 'changes' | 'callCounter' | 'encoder' | 'mailer' | 'jobs' | 'avifEncoder'> & {
  readonly pools: { close(): Promise<unknown> };
};

/** Closes from the last to the first: what runs jobs or requests before what these need. */
const closerOf =
  ({ pools, changes, callCounter, encoder, mailer, jobs, avifEncoder }: Closing) =>
  (): Promise<void> =>
    closeAll([
      () => pools.close(),
      () => changes.stop(),
      async () => callCounter.close(),
      () => encoder.close(),
      async () => mailer.close(),
      () => jobs.stop(),
      // Closed first: it stops work that will be done again, which would delay the end of the process by a second.
      () => avifEncoder.close(),
    ]);

const openSignedIn = (db: Database, { database, mode }: Config, clock: Clock): FindSignedIn =>
  prepareSignedIn(db, {
    clock,
    usesPrepared: database.usesPrepared,
    // The demo's admin has a published password and no second factor.
    adminsNeedFactor: mode === 'live',
  });

type Notifying = Pick<Services, 'jobs' | 'clock' | 'unsubscribeLinks'> & { readonly publicUrl: string };

function openNotifications(services: Notifying): Pick<Services, 'notify' | 'suspensions' | 'onNotified'> {
  const onNotified = publishNotified;
  const notify = createNotify({ ...services, onNotified });
  return { notify, onNotified, suspensions: { ...suspending, clock: services.clock, notify } };
}

const openStorage = ({ s3, dataDir }: Config): ImageStorage =>
  s3 === undefined ? fileStorage({ folder: join(dataDir, 'images') }) : s3Storage(s3);

const onProductSold: OnProductSold = async (tx, productId) => void (await endAdvertisement(tx, productId));

/** The functions of each domain that run in the transaction that removes a phone or a person. */
function removals(services: Omit<Withholding, 'references'> & Pick<Services, 'jobs' | 'clock' | 'terms'>) {
  const withholding = { ...services, references: [photoReference, ...productPictures] };
  const onProductRemoved: OnProductRemoved[] = [
    onProductSold,
    cancelHoldOf,
    upholdOpenReports,
    async (tx, productId) =>
      void (await withholdPictures(tx, await listPictureIds(tx, productId), withholding)),
  ];
  const onUserRemoved: OnUserRemoved[] = [
    withdrawPerson(services),
    endAccess,
    cancelHoldsOfBuyer,
    (tx, userId, actor) => removeProductsOf(tx, userId, actor, onProductRemoved),
    (tx, userId) => withholdPhotoOf(tx, userId, withholding),
    forgetPerson,
  ];
  return { onProductRemoved, onUserRemoved };
}

/** The functions of each domain that run in the transaction in which a person leaves, or comes back. */
const leaving: Pick<Services, 'onLeaving' | 'onCameBack'> = {
  onLeaving: [
    endAllSessions,
    (tx, id) => cancelHoldsOfBuyer(tx, id, { role: 'buyer', id }),
    (tx, id) => hideProductsOf(tx, id, { role: 'seller', id }),
    (tx, id) => cancelHoldsOnPhonesOf(tx, id, { role: 'seller', id }),
  ],
  onCameBack: (tx, id) => showProductsOf(tx, id, system),
};

/** The functions of each domain that run in the transaction that suspends a person, or that ends it. */
const suspending: Pick<SuspensionServices, 'onSuspended' | 'onSuspensionEnded'> = {
  onSuspended: [cancelHoldsOfBuyer, hideProductsOf],
  onSuspensionEnded: showProductsOf,
};

/** What becomes of an order when its payment is settled, goes back, or is held back by a bank. */
const followingPayment = (services: Pick<Services, 'jobs' | 'clock' | 'terms' | 'codes'>) => ({
  onSaleSettled: createOrder(services),
  onSaleReturned: takeReturn(services),
  onHeldBack: recordHoldBack(services),
});
