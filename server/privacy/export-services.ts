/** What copies of people's data are made with. */
import type { Notify } from '#server/notifications/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { ImageStorage } from '#server/platform/images/image-storage.ts';
import { type Jobs, queue } from '#server/platform/jobs/jobs.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';
import type { Database } from '#server/platform/postgres/database.ts';

export interface ExportServices {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  /** Of pictures; copies lie beside them, where every process finds them. */
  readonly storage: ImageStorage;
  readonly notify: Notify;
  /** What each domain stores about people. */
  readonly personalData: readonly PersonalData[];
}

/** A person asked for a copy of their data. */
export const exportQueue = queue<{ exportId: string }>('privacy-export');

/** The name of a part of a copy in the storage. */
export const partName = (file: string, part: number): string => `export-${file}-${part}.zip`;
