import type { FastifyRequest } from 'fastify';

import { requestErrors } from '#contract/errors.ts';
import { mediaErrors, pictureRules } from '#contract/media.ts';
import { Failure, failWith } from '#server/platform/failure.ts';

const fail = failWith({ ...requestErrors, ...mediaErrors });

/** What a multipart body adds around a picture at most: boundaries, headers, the text field `key`. */
const wrappingBytes = 64 * 1024;

const limits = { fileSize: pictureRules.maxBytes, files: 1, fields: 8, parts: 9, fieldSize: 4096 };

/**
 * Reads the file of the field `image` into memory; other fields are read past.
 *
 * @throws Failure request.unsupported-type, media.missing, media.too-large, media.unreadable
 */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart())
    throw fail('request.unsupported-type', { detail: mediaErrors['media.unreadable'][1] });
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > pictureRules.maxBytes + wrappingBytes) throw fail('media.too-large');
  const image = await readParts(request).catch((error: unknown) => {
    throw failureOf(error);
  });
  if (image === undefined) throw fail('media.missing', { errors: [{ path: 'image', message: missing }] });
  return image;
}

const missing = mediaErrors['media.missing'][1];

async function readParts(request: FastifyRequest): Promise<Buffer | undefined> {
  let image: Buffer | undefined;
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue;
    const bytes = await part.toBuffer();
    if (part.fieldname === 'image') image = bytes;
  }
  return image;
}

/** Whatever ends the reading is the sender's or the line's doing. */
function failureOf(cause: unknown): Failure {
  if (cause instanceof Failure) return cause;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return fail(code === 'FST_REQ_FILE_TOO_LARGE' ? 'media.too-large' : 'media.unreadable', { cause });
}
