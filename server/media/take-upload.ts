import type { FastifyRequest } from 'fastify';

import { createUploadGate } from './admit-upload.ts';
import { readUpload, type UploadPatience } from './read-upload.ts';

/**
 * Receives the picture of a multipart request and passes it to `run`, which reads it when its turn comes.
 *
 * @throws Failure of `mediaErrors`, and errors of `run`; nothing of the upload is left behind
 */
export type TakeUpload = <Result>(
  personId: string,
  request: FastifyRequest,
  run: (read: () => Promise<Buffer>) => Promise<Result>,
) => Promise<Result>;

/** One for all picture uploads of a process: they share the limits of concurrent uploads. */
export function createTakeUpload({
  uploadFolder,
  uploadPatience,
}: {
  /** Where uploads are stored until their turn comes. */
  readonly uploadFolder: string;
  readonly uploadPatience?: UploadPatience | undefined;
}): TakeUpload {
  const gate = createUploadGate();
  return async (personId, request, run) => {
    const leave = gate.enter(personId);
    try {
      const file = await readUpload(request, uploadFolder, uploadPatience);
      try {
        return await run(() => file.read());
      } finally {
        await file.discard();
      }
    } finally {
      leave();
    }
  };
}
