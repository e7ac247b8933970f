import { pictureTypes } from '#contract/media.ts';
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
    upload: uploadPicture,
    progress,
  };
}
