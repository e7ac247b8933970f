import { sweepPictures } from './service.ts';
import type { PictureReference } from './service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { ImageStorage } from '#server/platform/image-storage.ts';
import type { Jobs } from '#server/platform/jobs.ts';

export interface MediaJobDependencies {
  readonly db: Database;
  readonly storage: ImageStorage;
  readonly clock: Clock;
  /** What keeps a picture, told by the words after this one. */
  readonly pictureReferences: readonly PictureReference[];
}

const sweepSeconds = 3600;

export function mediaJobs(jobs: Jobs, { db, storage, clock, pictureReferences }: MediaJobDependencies): void {
  jobs.every(sweepSeconds, 'sweep pictures', async () => {
    await sweepPictures(db, storage, { references: pictureReferences, now: clock.now() });
  });
}
