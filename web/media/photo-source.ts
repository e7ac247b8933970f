import { useCallback, useState } from 'react';

import { pictureTypes, uploadImage } from '#contract/media.ts';
import { ApiError, isApiError } from '#web/platform/api-error.ts';
import { useUpload } from '#web/platform/runtime.tsx';
import type { PhotoSource } from '#web/users/photo-source.ts';

import { PickedPhoto, PossiblePhoto } from './picked-photo.ts';

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

interface PictureUpload {
  /** Sends a picture and answers its address. */
  readonly uploadPicture: (file: File) => Promise<string>;
  /** How much of it has left, 0 to 1; undefined while nothing is being sent. */
  readonly progress: number | undefined;
}

/** The way of a picture from the person's disk to its address here. */
function usePictureUpload(): PictureUpload {
  const upload = useUpload();
  const [progress, setProgress] = useState<number>();
  const uploadPicture = useCallback(
    async (file: File): Promise<string> => {
      const form = new FormData();
      form.append('image', file);
      setProgress(0);
      try {
        const { data } = await upload(uploadImage, form, setProgress);
        return data.url;
      } finally {
        setProgress(undefined);
      }
    },
    [upload],
  );
  return { uploadPicture, progress };
}
