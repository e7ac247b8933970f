import { useCallback, useState } from 'react';

import { uploadImage } from '#contract/media.ts';
import { useUpload } from '#web/platform/runtime.tsx';

export interface PictureUpload {
  /** Sends a picture and answers its address. */
  readonly uploadPicture: (file: File) => Promise<string>;
  /** How much of it has left, 0 to 1; undefined while nothing is being sent. */
  readonly progress: number | undefined;
}

/** The way of a picture from the person's disk to its address here. */
export function usePictureUpload(): PictureUpload {
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
