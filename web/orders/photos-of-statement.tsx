/** Photos of a statement in a dispute: uploaded as they are chosen, visible only to the two sides and staff. */
import { maxPictureSize } from '#contract/media.ts';
import { addOrderPhoto } from '#contract/orders-disputes.ts';
import type { OrderAction } from '#contract/orders-machine.ts';
import { maxStatementPhotos } from '#contract/orders-problems.ts';
import { type PhotoList, usePhotoList } from '#web/media/photo-list.ts';
import { PhotosField } from '#web/media/photos-field.tsx';
import { usePhotoDraft } from '#web/media/use-photo-draft.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { UserFacingError } from '#web/platform/user-facing-error.ts';
import { useUpload } from '#web/platform/runtime.tsx';

/** The photos that somebody has chosen for a statement. */
interface ChosenPhotos {
  readonly list: PhotoList;
  /** Waits until all are uploaded, then sends the statement with their ids in their order; rejects if one is missing. */
  readonly sendWith: <Result>(statement: (ids: string[]) => Promise<Result>) => Promise<Result>;
}

/** @param action whose statement it is: chosen photos stay as its draft until the server has accepted it */
export function useStatementPhotos(orderId: string, action: OrderAction): ChosenPhotos {
  const upload = useUpload();
  const list = usePhotoList(maxStatementPhotos, async (form, options) => {
    const photo = await upload(addOrderPhoto, form, { ...options, params: { _id: orderId } });
    return photo._id;
  });
  const forget = usePhotoDraft(`order ${orderId} ${action} photos`, list);
  const sendWith: ChosenPhotos['sendWith'] = async (statement) => {
    const result = await statement(await settledIds(list)).catch(async (error: unknown) => {
      // The server deletes photos that belong to no statement for a day.
      if (!isApiError(error, 'orders.photo-unknown')) throw error;
      list.sendAgain();
      return statement(await settledIds(list));
    });
    // A browser that cannot delete the draft must not make the statement look as if it had failed.
    void forget();
    return result;
  };
  return { list, sendWith };
}

async function settledIds(list: PhotoList): Promise<string[]> {
  const photos = await list.settle();
  const ids = photos.map(({ sentAs }) => sentAs).filter((id) => id !== undefined);
  if (ids.length < photos.length) throw new UserFacingError(photosMissing);
  return ids;
}

const photosMissing =
  'Not all photos have arrived. Nothing was sent yet. See what is wrong with the marked ones: send them again, or take them out.';

export function PhotosOfStatement({
  photos: { list },
  error,
}: {
  photos: ChosenPhotos;
  error: string | undefined;
}) {
  return (
    <PhotosField
      label="Photos (optional)"
      hint={`Only the two of you and Ringback see them. At most ${maxPictureSize} each.`}
      error={error}
      list={list}
      most={maxStatementPhotos}
      inputRef={() => undefined}
    />
  );
}
