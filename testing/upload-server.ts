/** A server that only accepts and serves pictures; a test chooses its storage, folder and timeouts. */
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import Fastify from 'fastify';
import { onTestFinished } from 'vitest';

import { pictureRules } from '#contract/media.ts';
import { users } from '#db/tables/users.ts';
import type { UploadTimeouts } from '#server/media/read-upload.ts';
import { imageRoutes, mediaRoutes, takeMultipart } from '#server/media/routes.ts';
import { createTakeUpload } from '#server/media/take-upload.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { newId, openDatabase } from '#server/platform/postgres/database.ts';
import { createCallCounter } from '#server/platform/http/count-calls.ts';
import type { Guard } from '#server/platform/http/http-guard.ts';
import { answerFailures } from '#server/platform/http/http-problem.ts';
import { createApi } from '#server/platform/http/http.ts';
import { createImageEncoder } from '#server/platform/images/image-encoder.ts';
import { fileStorage } from '#server/platform/images/image-storage-file.ts';
import type { ImageStorage } from '#server/platform/images/image-storage.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createTestDatabase } from './database.ts';

interface UploadServerChanges {
  /** If this is a file instead of a folder, no upload can be written. */
  readonly uploadFolder?: string;
  readonly storage?: (files: ImageStorage) => ImageStorage;
  readonly uploadTimeouts?: UploadTimeouts;
}

/** A server with one person, whose token is their id. */
export async function startUploadServer(changes: UploadServerChanges = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'upload-'));
  const database = await createTestDatabase();
  const { db, close } = openDatabase({ url: database.url, onError: () => {} });
  const uploadFolder = changes.uploadFolder ?? path.join(folder, 'uploads');
  const personId = newId();
  await writeUnpublished(db).insert(users).values({ id: personId, name: 'Mina', email: 'mina@example.com' });
  const files = fileStorage({ folder });
  const storage = changes.storage?.(files) ?? files;
  const encoder = createImageEncoder({ rules: pictureRules, log: { warn: () => {} } });
  const app = Fastify({ bodyLimit: 64 * 1024 });
  answerFailures(app);
  await app.register(imageRoutes, { storage });
  await app.register(
    async (scope) => {
      const callCounter = await createCallCounter({ redisUrl: undefined, log: createLog('silent') });
      const api = await createApi(scope, { guard: guardOf(personId), rateLimitFactor: 0, callCounter });
      await takeMultipart(scope);
      const jobs = { enqueue: async () => {} };
      const { uploadTimeouts } = changes;
      mediaRoutes(api, {
        db,
        jobs,
        encoder,
        storage,
        takeUpload: createTakeUpload({ uploadFolder, uploadTimeouts }),
      });
    },
    { prefix: '/api' },
  );
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    await app.close();
    await encoder.close();
    await close();
    await database.drop();
    // Handlers of uploads that a test has broken off may still be deleting their files.
    await rm(folder, { recursive: true, maxRetries: 5 });
  });
  return { origin, db, personId, ...callsOf(origin, personId), ...filesIn(folder) };
}

/** Accepts only this person, with any session. */
function guardOf(personId: string): Guard {
  const person = {
    id: personId,
    name: 'Mina',
    email: 'mina@example.com',
    isSeller: false,
    isAdmin: false,
    emailConfirmed: false,
    isFresh: false,
    owesFactor: false,
    suspension: null,
    sessionId: newId(),
  };
  return {
    readToken: async (header) => ({ id: header.replace('Bearer ', ''), sessionId: person.sessionId }),
    findPerson: async ({ id }) => (id === personId ? person : undefined),
    findSessionHolder: async () => undefined,
    listFactorWays: async () => [],
  };
}

function callsOf(origin: string, personId: string) {
  const send = async (
    body: BodyInit,
    headers: Record<string, string> = { authorization: `Bearer ${personId}` },
  ) => {
    const response = await fetch(`${origin}/api/images`, { method: 'POST', headers, body });
    const answer: any = await response.json(); // oxlint-disable-line no-explicit-any -- an answer of any shape is looked at
    const { status, headers: head } = response;
    return { status, type: head.get('content-type'), connection: head.get('connection'), body: answer };
  };
  const upload = (bytes: Uint8Array, field = 'image') => {
    const form = new FormData();
    form.set('key', 'a key of the image host');
    form.set(field, new Blob([Uint8Array.from(bytes)]), 'photo.jpg');
    return send(form);
  };
  return { send, upload };
}

function filesIn(folder: string) {
  const filesLeft = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  /** Includes files that were deleted while open. */
  const openFiles = async () => {
    const descriptors = await readdir('/proc/self/fd').catch(() => []);
    const targets = descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ''));
    return (await Promise.all(targets)).filter((target) => target.startsWith(folder));
  };
  return { filesLeft, openFiles };
}
