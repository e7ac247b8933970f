import { maxUnfinishedUploads, mediaErrors } from '#contract/media.ts';
import { failWith } from '#server/platform/failure.ts';

const fail = failWith(mediaErrors);

/** About the time that one picture takes. */
const retryAfterSeconds = 2;

interface UploadBounds {
  readonly perPerson: number;
  readonly total: number;
}

export interface UploadGate {
  /**
   * Admits an upload before anything of it is read.
   *
   * @returns a function to call once the upload is answered
   * @throws Failure media.too-many-at-once, media.busy
   */
  enter(personId: string): () => void;
}

/** Counts this process's unanswered uploads, from their first byte to the stored picture. */
export function createUploadGate({ perPerson, total }: UploadBounds = maxUnfinishedUploads): UploadGate {
  const unfinished = new Map<string, number>();
  let all = 0;
  const leave = (personId: string): void => {
    const left = (unfinished.get(personId) ?? 1) - 1;
    if (left === 0) unfinished.delete(personId);
    else unfinished.set(personId, left);
    all -= 1;
  };
  return {
    enter(personId) {
      const own = unfinished.get(personId) ?? 0;
      if (own >= perPerson) throw fail('media.too-many-at-once', { retryAfterSeconds });
      if (all >= total) throw fail('media.busy', { retryAfterSeconds });
      unfinished.set(personId, own + 1);
      all += 1;
      return () => leave(personId);
    },
  };
}
