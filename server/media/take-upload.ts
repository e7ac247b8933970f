import type { FastifyRequest } from 'fastify';

import { createUploadGate } from './admit-upload.ts';
import { readUpload, type UploadTimeouts } from './read-upload.ts';

/**
 * Receives the picture of a multipart request and passes it to `run`, which reads it when the encoder is ready.
 *
 * @throws Failure of `mediaErrors`, and errors of `run`; nothing of the upload is left behind
 */
export type TakeUpload = <Result>(
  personId: string,
  request: FastifyRequest,
  run: (read: () => Promise<Buffer>) => Promise<Result>,
) => Promise<Result>;

/** Creates the function for all picture uploads of a process, which share the limits of concurrent uploads. */
export function createTakeUpload({
  uploadFolder,
  uploadTimeouts,
}: {
  /** The folder of uploads that wait for the encoder. */
  readonly uploadFolder: string;
  readonly uploadTimeouts?: UploadTimeouts | undefined;
}): TakeUpload {
  const gate = createUploadGate();
  return async (personId, request, run) => {
    const leave = gate.enter(personId);
    try {
      const file = await readUpload(request, uploadFolder, uploadTimeouts);
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
