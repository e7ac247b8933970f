/** What copies of people's data are made with. */
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
  /** Of pictures; copies lie beside them, where every process finds them. */
  readonly storage: ImageStorage;
  readonly notify: Notify;
  /** What each domain stores about people. */
  readonly personalData: readonly PersonalData[];
}

/** What accounts are deleted and erased with. */
export interface ErasureServices extends ExportServices {
  /** For so many days a deletion can be taken back. */
  readonly eraseDays: number;
  /** What ends when somebody leaves. */
  readonly onLeaving: readonly OnLeaving[];
  /** What comes back when somebody who was leaving has signed in; done again, it changes nothing. */
  readonly onReturned: readonly OnLeaving[];
  /** What ends when somebody is removed for good. */
  readonly onUserRemoved: readonly OnUserRemoved[];
}

/** What a domain does in the transaction in which somebody leaves, and in the one in which they are welcomed back. */
export type OnLeaving = (tx: Transaction, personId: string) => Promise<void>;

/** Files of the storage that belonged to somebody who was erased. */
export const removeFilesQueue = queue<{ files: readonly string[] }>('privacy-remove-files');

/** A person asked for a copy of their data. */
export const exportQueue = queue<{ exportId: string }>('privacy-export');

/** The name of a part of a copy in the storage. */
export const partName = (file: string, part: number): string => `export-${file}-${part}.zip`;
