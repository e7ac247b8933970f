import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal } from 'node:stream';

import type { FastifyRequest } from 'fastify';

import { requestErrors } from '#contract/errors.ts';
import { mediaErrors, pictureRules } from '#contract/media.ts';
import { Failure, failWith } from '#server/platform/failure.ts';
import { failureOf as failureOfServer } from '#server/platform/http/http-problem.ts';

const fail = failWith({ ...requestErrors, ...mediaErrors });

/**
 * A received file on disk without a directory entry: the system deletes it when its handle closes or the process ends.
 */
export interface ReceivedFile {
  read(): Promise<Buffer>;
  discard(): Promise<void>;
}

/** How long to wait for an upload. */
export interface UploadTimeouts {
  /** The longest pause without a byte. */
  readonly idleMs: number;
  /** For the whole upload: 10 MB in this time are 100 KB a second. */
  readonly totalMs: number;
}

const uploadTimeouts: UploadTimeouts = { idleMs: 15_000, totalMs: 100_000 };

/** The most that a multipart body adds to a picture: boundaries, headers, the text field `key`. */
const multipartBytes = 64 * 1024;

const limits = { fileSize: pictureRules.maxBytes, files: 1, fields: 8, parts: 9, fieldSize: 4096 };

/**
 * Writes the file of the field `image` into `folder`, chunk by chunk; other fields are skipped.
 *
 * @returns the file, which the caller discards
 * @throws Failure request.unsupported-type, media.missing, media.too-large, media.unreadable, media.upload-too-slow;
 *   server.full, server.failed if the disk refuses it
 */
export async function readUpload(
  request: FastifyRequest,
  folder: string,
  timeouts: UploadTimeouts = uploadTimeouts,
): Promise<ReceivedFile> {
  if (!request.isMultipart())
    throw fail('request.unsupported-type', { detail: mediaErrors['media.unreadable'][1] });
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > pictureRules.maxBytes + multipartBytes) throw fail('media.too-large');
  // The connection was lost before this call: its end was reported already, and waiting for it would take the whole time.
  if (request.raw.destroyed) throw fail('media.unreadable');
  const giveUp = new AbortController();
  const reading = readParts(request, folder, giveUp.signal);
  const image = await inTime(request, reading, timeouts).catch((error: unknown) => {
    // Otherwise the reading would wait for ever and keep its file open.
    giveUp.abort();
    reading.then((file) => file?.discard()).catch(() => undefined);
    throw failureOf(error);
  });
  if (image === undefined) throw fail('media.missing', { paths: ['image'] });
  return image;
}

async function readParts(
  request: FastifyRequest,
  folder: string,
  signal: AbortSignal,
): Promise<ReceivedFile | undefined> {
  let image: ReceivedFile | undefined;
  signal.addEventListener('abort', () => void image?.discard());
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') continue;
      if (part.fieldname === 'image') image = await writeToDisk(addAbortSignal(signal, part.file), folder);
      else part.file.resume();
      signal.throwIfAborted();
      if (part.file.truncated) throw fail('media.too-large');
    }
    return image;
  } catch (error) {
    await image?.discard();
    throw error;
  }
}

async function writeToDisk(file: AsyncIterable<Uint8Array>, folder: string): Promise<ReceivedFile> {
  const handle = await openUnlinkedFile(folder).catch(failForDisk);
  try {
    // Each chunk is requested once the previous one is written, and appended to it.
    for await (const piece of file) await handle.writeFile(piece).catch(failForDisk);
    return { read: () => readWhole(handle), discard: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openUnlinkedFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx+', 0o600);
  await rm(path).catch(async (error: unknown) => {
    await handle.close();
    throw error;
  });
  return handle;
}

/**
 * A failure of the server, not of the sender. The rest of the body is not read, so the connection closes after the
 * answer.
 */
function failForDisk(error: unknown): never {
  const { code, status, message, extras } = failureOfServer(error, 'POST');
  throw new Failure(code, status, message, { ...extras, closesConnection: true });
}

async function readWhole(handle: FileHandle): Promise<Buffer> {
  const { size } = await handle.stat();
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await handle.read(bytes, at, size - at, at);
    if (bytesRead === 0) throw new Error('a received file became shorter');
    at += bytesRead;
  }
  return bytes;
}

/** Fails if the sender pauses or is too slow. The answer then closes the connection. */
async function inTime<Result>(
  { raw }: FastifyRequest,
  reading: Promise<Result>,
  { idleMs, totalMs }: UploadTimeouts,
): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const giveUp = () => late.reject(fail('media.upload-too-slow', { closesConnection: true }));
  const total = setTimeout(giveUp, totalMs);
  // Node's own timeout of the connection: it counts from the last byte.
  raw.setTimeout(idleMs, giveUp);
  try {
    return await Promise.race([reading, late.promise]);
  } finally {
    clearTimeout(total);
    raw.off('timeout', giveUp);
    raw.socket.setTimeout(0);
  }
}

/** Any other error is caused by the sender or the connection. */
function failureOf(cause: unknown): Failure {
  if (cause instanceof Failure) return cause;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return fail(code === 'FST_REQ_FILE_TOO_LARGE' ? 'media.too-large' : 'media.unreadable', { cause });
}
