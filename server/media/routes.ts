import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

import { getWithheldPicture, hashOfPicture, mediaErrors, uploadImage } from '#contract/media.ts';
import * as service from './service.ts';
import type { TakeUpload } from './take-upload.ts';
import { readWithheld } from './withhold-pictures.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Api } from '#server/platform/http/http.ts';
import type { ImageEncoder } from '#server/platform/images/image-encoder.ts';
import { type ImageStorage, readUnlessRefused } from '#server/platform/images/image-storage.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';

const fail = failWith(mediaErrors);

/** Whether a person is a party of a paid order of a phone that has this picture. The bookings domain implements it. */
type MaySeeWithheld = (db: Database, pictureId: string, personId: string) => Promise<boolean>;

export interface MediaDependencies {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly encoder: ImageEncoder;
  readonly storage: ImageStorage;
  readonly takeUpload: TakeUpload;
}

/** The API's scope must have been prepared by {@link takeMultipart}. */
export function mediaRoutes(api: Api, deps: MediaDependencies): void {
  const { db, takeUpload } = deps;
  api.on(uploadImage, {
    handle: async ({ person, request }) => {
      const data = await takeUpload(person.id, request, (read) =>
        service.storePicture(db, deps, person.id, read),
      );
      return { success: true as const, data };
    },
  });
}

interface WithheldDependencies extends Pick<MediaDependencies, 'db' | 'storage'> {
  readonly maySeeWithheld: MaySeeWithheld;
}

/** Everybody except the parties and admins gets 404. */
export function withheldRoutes(api: Api, { db, storage, maySeeWithheld }: WithheldDependencies): void {
  api.on(getWithheldPicture, {
    handle: async ({ person, params, reply }) => {
      const isAllowed = person.isAdmin || (await maySeeWithheld(db, params._id, person.id));
      const bytes = isAllowed ? await readWithheld(storage, params._id) : undefined;
      if (bytes === undefined) throw fail('media.not-found');
      void reply.header('Cache-Control', 'private, no-store').type('image/jpeg');
      return bytes;
    },
  });
}

/** Lets routes of this scope accept multipart bodies, which the handler reads. */
export async function takeMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: true });
}

/** Serves the pictures under `/images`, outside the API: a file's content never changes. */
export async function imageRoutes(app: FastifyInstance, { storage }: Pick<MediaDependencies, 'storage'>) {
  app.get<{ Params: { name: string } }>('/images/:name', async (request, reply) => {
    const { name } = request.params;
    const etag = `"${name}"`;
    reply.header('X-Content-Type-Options', 'nosniff');
    const found =
      hashOfPicture(`/images/${name}`) === undefined
        ? undefined
        : await readUnlessRefused(storage, name, request.log);
    if (found === undefined || found === 'refused') {
      return reply
        .code(404)
        .header('Cache-Control', found === undefined ? 'public, max-age=60' : 'no-store')
        .type('text/plain')
        .send('No such picture');
    }
    reply.header('Cache-Control', 'public, max-age=31536000, immutable').header('ETag', etag);
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type(typeOf(name)).send(found);
  });
}

function typeOf(name: string): string {
  if (name.endsWith('.jpg')) return 'image/jpeg';
  return name.endsWith('.avif') ? 'image/avif' : 'image/webp';
}
