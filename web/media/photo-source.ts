import { pictureTypes } from '#contract/media.ts';
import { ApiError, isApiError } from '#web/platform/api-error.ts';
import type { PhotoSource } from '#web/users/photo-source.ts';

import { PickedPhoto, PossiblePhoto } from './picked-photo.ts';
import { usePictureUpload } from './picture-upload.ts';

/** People's photos, kept as pictures here. */
export function usePhotoSource(): PhotoSource {
  const { uploadPicture, progress } = usePictureUpload();
  return {
    accept: pictureTypes,
    required: PickedPhoto,
    possible: PossiblePhoto,
    upload: async (file) => {
      try {
        return await uploadPicture(file);
      } catch (error) {
        throw asFieldRefusal(error);
      }
    },
    progress,
  };
}

/** What the server has against the file itself belongs beside the form's photo field, not under the form. */
function asFieldRefusal(error: unknown): unknown {
  const isAboutFile = [413, 415, 422].some((status) => isApiError(error, status));
  if (!isAboutFile || !isApiError(error)) return error;
  return new ApiError(error.status, {
    ...error.body,
    errors: [{ path: 'photoURL', message: error.message }],
  });
}
