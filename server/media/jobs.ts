import { avifQueue, makeAvif, makeOlderAvif } from './make-avif.ts';
import { fillPreviews, sweepPictures } from './service.ts';
import type { PictureReference } from './service.ts';
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
  /** What keeps a picture, told by the words after this one. */
  readonly pictureReferences: readonly PictureReference[];
  /** What is gone and had pictures. */
  readonly formerPictures: readonly PictureReference[];
  readonly withheldPictureDays: number;
}

const sweepSeconds = 3600;

/** Pictures of an earlier version, until there are none left. */
const previewSeconds = 5;
const previewsAtOnce = 2_000;

/** One older picture each time costs about a second of a core that nobody else wants. */
const olderAvifSeconds = 20;

export function mediaJobs(jobs: Jobs, deps: MediaJobDependencies): void {
  const { db, storage, avifEncoder, clock, pictureReferences, formerPictures, withheldPictureDays } = deps;
  const tools = { storage, avifEncoder };
  jobs.handle(avifQueue, async ({ imageId }) => {
    await makeAvif(db, tools, imageId);
  });
  jobs.handle(withholdQueue, ({ imageId }) => hideWithheld(db, storage, imageId));
  jobs.every(olderAvifSeconds, 'make AVIF of an older picture', async () => {
    await makeOlderAvif(db, tools, clock.now());
  });
  let hasOlder = true;
  jobs.every(previewSeconds, 'give older pictures their preview', async () => {
    if (hasOlder) hasOlder = (await fillPreviews(db, previewsAtOnce)) > 0;
  });
  jobs.every(sweepSeconds, 'sweep pictures', async () => {
    await sweepPictures(db, storage, {
      references: pictureReferences,
      former: formerPictures,
      now: clock.now(),
      withheldDays: withheldPictureDays,
    });
  });
}
