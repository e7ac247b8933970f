import { avifQueue, makeAvif, olderAvifMaker } from './make-avif.ts';
import { fillPreviews, sweepPictures, type PictureReference } from './service.ts';
import { hideWithheld, withholdQueue } from './withhold-pictures.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { AvifEncoder } from '#server/platform/images/image-encoder-avif.ts';
import type { ImageStorage } from '#server/platform/images/image-storage.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';

export interface MediaJobDependencies {
  readonly db: Database;
  readonly storage: ImageStorage;
  readonly avifEncoder: AvifEncoder;
  readonly clock: Clock;
  /** The references of later domains, which keep a picture. */
  readonly pictureReferences: readonly PictureReference[];
  /** The references from removed objects of later domains, for which pictures are withheld. */
  readonly formerPictures: readonly PictureReference[];
  /** What keeps a withheld picture longer than `withheldPictureDays`. */
  readonly neededPictures: readonly PictureReference[];
  readonly withheldPictureDays: number;
}

const sweepSeconds = 3600;

/** Previews for pictures of an earlier version, until none are left. */
const previewSeconds = 5;
const previewsAtOnce = 2_000;

/** Each time one older picture, which takes about a second of a core at low priority. */
const olderAvifSeconds = 20;

export function mediaJobs(jobs: Jobs, deps: MediaJobDependencies): void {
  const {
    db,
    storage,
    avifEncoder,
    clock,
    pictureReferences,
    formerPictures,
    neededPictures,
    withheldPictureDays,
  } = deps;
  const tools = { storage, avifEncoder };
  jobs.handle(avifQueue, async ({ imageId }) => {
    await makeAvif(db, tools, imageId);
  });
  jobs.handle(withholdQueue, ({ imageId }) => hideWithheld(db, storage, imageId));
  const makeOlderAvif = olderAvifMaker(db, tools);
  jobs.every(olderAvifSeconds, 'make AVIF of an older picture', () => makeOlderAvif(clock.now()));
  let hasOlder = true;
  jobs.every(previewSeconds, 'give older pictures their preview', async () => {
    if (hasOlder) hasOlder = (await fillPreviews(db, previewsAtOnce)) > 0;
  });
  jobs.every(sweepSeconds, 'sweep pictures', () =>
    sweepPictures(db, storage, {
      references: pictureReferences,
      former: formerPictures,
      needed: neededPictures,
      now: clock.now(),
      withheldDays: withheldPictureDays,
    }),
  );
}
