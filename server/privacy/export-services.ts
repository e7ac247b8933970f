/** The services for copies of people's data, and for leaving and erasing accounts. */
import type { Notify } from '#server/notifications/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { ImageStorage } from '#server/platform/images/image-storage.ts';
import { type Jobs, queue } from '#server/platform/jobs/jobs.ts';
import type { OnUserRemoved } from '#server/users/service.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';

export interface ExportServices {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  /** The storage of pictures, which also has the copies, accessible to every process. */
  readonly storage: ImageStorage;
  readonly notify: Notify;
  /** The description of the data about people of each domain. */
  readonly personalData: readonly PersonalData[];
}

/** The services for deleting and erasing accounts. */
export interface ErasureServices extends ExportServices {
  /** For how many days a deletion can be undone. */
  readonly eraseDays: number;
  /** Called when a person begins to leave. */
  readonly onLeaving: readonly OnLeaving[];
  /** Called when a person who was leaving has signed in; may be repeated. */
  readonly onCameBack: OnLeaving;
  /** Called when a person is removed permanently. */
  readonly onUserRemoved: readonly OnUserRemoved[];
}

/** Implemented by other domains, in the transaction in which somebody leaves, and in the one in which they come back. */
export type OnLeaving = (tx: Transaction, personId: string) => Promise<void>;

/** Files in the storage that belonged to an erased person. */
export const removeFilesQueue = queue<{ files: readonly string[] }>('privacy-remove-files');

/** Sent when a person requests a copy of their data. */
export const exportQueue = queue<{ exportId: string }>('privacy-export');

/** The name of a copy's part in the storage. */
export const partName = (file: string, part: number): string => `export-${file}-${part}.zip`;
