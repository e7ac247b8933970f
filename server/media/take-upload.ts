import type { FastifyRequest } from 'fastify';

import { createUploadGate } from './admit-upload.ts';
import { readUpload, type UploadPatience } from './read-upload.ts';

/**
 * Takes the picture of a multipart request and gives it to `run`, which reads it when its turn comes.
 *
 * @throws Failure of `mediaErrors`, and of what `run` throws; nothing of the upload is left behind
 */
export type TakeUpload = <Result>(
  personId: string,
  request: FastifyRequest,
  run: (read: () => Promise<Buffer>) => Promise<Result>,
) => Promise<Result>;

/** One for all calls of a process that take pictures: they share the bounds of what is under way at a time. */
export function createTakeUpload({
  uploadFolder,
  uploadPatience,
}: {
  /** Where uploads lie until their turn comes. */
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
