/** Photos of a statement in a dispute: uploaded as they are chosen, visible only to the two sides and staff. */
import { maxPictureSize } from '#contract/media.ts';
import { addOrderPhoto } from '#contract/orders-disputes.ts';
import { maxStatementPhotos } from '#contract/orders-problems.ts';
import { type PhotoList, usePhotoList } from '#web/media/photo-list.ts';
import { PhotosField } from '#web/media/photos-field.tsx';
import { UserFacingError } from '#web/platform/user-facing-error.ts';
import { useUpload } from '#web/platform/runtime.tsx';

interface StatementPhotosProps {
  readonly list: PhotoList;
  /** Waits until all are uploaded. @returns their ids in their order; rejects if one could not be uploaded */
  readonly send: () => Promise<string[]>;
}

export function useStatementPhotos(orderId: string): StatementPhotosProps {
  const upload = useUpload();
  const list = usePhotoList(maxStatementPhotos, async (form, onProgress) => {
    const photo = await upload(addOrderPhoto, form, onProgress, { _id: orderId });
    return photo._id;
  });
  const send = async (): Promise<string[]> => {
    const photos = await list.settle();
    const ids = photos.map(({ sentAs }) => sentAs).filter((id) => id !== undefined);
    if (ids.length < photos.length) throw new UserFacingError(photosMissing);
    return ids;
  };
  return { list, send };
}

const photosMissing =
  'Not all photos have arrived. Nothing was sent yet. Send the marked ones again, or take them out.';

export function PhotosOfStatement({
  photos: { list },
  error,
}: {
  photos: StatementPhotosProps;
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
