import { useCallback, useState } from 'react';

import { pictureTypes, uploadImage } from '#contract/media.ts';
import { ApiError, isApiError } from '#web/platform/api-error.ts';
import { useUpload } from '#web/platform/runtime.tsx';
import type { PhotoSource } from '#web/users/photo-source.ts';

import { PickedPhoto, PossiblePhoto } from './picked-photo.ts';

/** Uploads people's photos to this server. */
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

/** An error about the file itself is shown beside the form's photo field, not under the form. */
function asFieldRefusal(error: unknown): unknown {
  const isAboutFile = [413, 415, 422].some((status) => isApiError(error, status));
  if (!isAboutFile || !isApiError(error)) return error;
  return new ApiError(error.status, {
    ...error.body,
    errors: [{ path: 'photoURL', message: error.message }],
  });
}

interface PictureUpload {
  /** Uploads a picture. @returns its URL */
  readonly uploadPicture: (file: File) => Promise<string>;
  /** The uploaded share, 0 to 1; undefined while nothing is being uploaded. */
  readonly progress: number | undefined;
}

/** Uploads one picture at a time. */
function usePictureUpload(): PictureUpload {
  const upload = useUpload();
  const [progress, setProgress] = useState<number>();
  const uploadPicture = useCallback(
    async (file: File): Promise<string> => {
      const form = new FormData();
      form.append('image', file);
      setProgress(0);
      try {
        const { data } = await upload(uploadImage, form, { onUploadProgress: setProgress });
        return data.url;
      } finally {
        setProgress(undefined);
      }
    },
    [upload],
  );
  return { uploadPicture, progress };
}
