/** Photos of a dispute, which only the two sides and admins may see. */
import type { FastifyRequest } from 'fastify';

import type { Person } from '#contract/access.ts';
import { hourMs } from '#contract/durations.ts';
import { isId } from '#contract/id.ts';
import { mediaErrors } from '#contract/media.ts';
import { type OrderPhoto, orderPhotoUrl } from '#contract/orders-disputes.ts';
import { isOpenOrder } from '#contract/orders-machine.ts';
import {
  encodePrivate,
  putPrivate,
  readPrivate,
  removePrivate,
  type TakeUpload,
} from '#server/media/service.ts';
import { failWith } from '#server/platform/failure.ts';
import type { ImageEncoder } from '#server/platform/images/image-encoder.ts';
import type { ImageStorage } from '#server/platform/images/image-storage.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { lockFor, refuse } from './act-on-order.ts';
import type { OrderServices } from './order-services.ts';
import { findOrder } from './repository.ts';
import { deletePhoto, findPhoto, insertPhoto, listUnusedPhotos, type PhotoRow } from './store-photos.ts';

const fail = failWith(mediaErrors);

/** How long an uploaded photo may be part of no statement. Filling in the form takes much less. */
const unusedHours = 24;

export interface PhotoServices extends OrderServices {
  readonly encoder: ImageEncoder;
  readonly storage: ImageStorage;
  readonly takeUpload: TakeUpload;
}

/**
 * Stores a photo that one side of an order uploads. Until it is part of a statement, nobody else sees it.
 *
 * @throws Failure of `mediaErrors`, and orders.not-possible once the order has ended
 */
export async function addPhoto(
  services: PhotoServices,
  orderId: string,
  person: Person,
  request: FastifyRequest,
): Promise<OrderPhoto> {
  const { db, clock, storage, encoder, takeUpload } = services;
  const order = await findOrder(db, orderId);
  if (order === undefined) throw new Error(`The order ${orderId} is missing`);
  if (!isOpenOrder(order.state)) {
    const { order: ended, role } = await db.transaction((tx) => lockFor(tx, orderId, person));
    throw refuse('orders.not-possible', ended, role);
  }
  const picture = await takeUpload(person.id, request, (read) => encodePrivate(encoder, person.id, read));
  const { file, width, height, preview } = picture;
  const row = {
    id: newId(),
    orderId,
    ownerId: person.id,
    file,
    width,
    height,
    preview,
    createdAt: clock.now(),
  };
  await insertPhoto(db, row);
  try {
    await putPrivate(storage, picture);
  } catch (error) {
    await removePhoto(services, row);
    throw error;
  }
  return presentPhoto(row);
}

/** A photo as the API returns it. */
export const presentPhoto = ({
  id,
  orderId,
  width,
  height,
  preview,
}: Pick<PhotoRow, 'id' | 'orderId' | 'width' | 'height' | 'preview'>): OrderPhoto => ({
  _id: id,
  url: orderPhotoUrl(orderId, id),
  width,
  height,
  preview,
});

/**
 * The bytes of a photo. The call's access check has admitted the person: a side of the order, or an admin.
 *
 * @throws Failure media.not-found, also for a photo that is part of no statement yet, except for its owner
 */
export async function readPhoto(
  { db, storage }: Pick<PhotoServices, 'db' | 'storage'>,
  orderId: string,
  photoId: string,
  person: Person,
): Promise<Uint8Array> {
  const photo = isId(photoId) ? await findPhoto(db, photoId) : undefined;
  const isShown = photo?.statementId !== null || photo.ownerId === person.id;
  const bytes = photo?.orderId === orderId && isShown ? await readPrivate(storage, photo.file) : undefined;
  if (bytes === undefined) throw fail('media.not-found');
  return bytes;
}

/**
 * Removes photos that were uploaded a day ago and are part of no statement, up to `limit` in a round.
 *
 * @returns how many
 * @throws AggregateError if some could not be removed, after trying all
 */
export async function removeUnusedPhotos(
  services: Pick<PhotoServices, 'db' | 'clock' | 'storage'>,
  limit = 500,
): Promise<number> {
  const { db, clock } = services;
  const before = new Date(clock.now().getTime() - unusedHours * hourMs);
  const photos = await listUnusedPhotos(db, before, limit);
  const failures: unknown[] = [];
  for (const photo of photos)
    await removePhoto(services, photo).catch((error: unknown) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(failures, `unused photos could not be removed: ${failures.length}`);
  return photos.length;
}

/** Deletes the row first, unless the photo has just become part of a statement: a file without a row is unreachable. */
async function removePhoto(
  { db, storage }: Pick<PhotoServices, 'db' | 'storage'>,
  { id, file }: Pick<PhotoRow, 'id' | 'file'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (await deletePhoto(tx, id)) await removePrivate(storage, file);
  });
}
