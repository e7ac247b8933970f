import { uploadImage } from '#contract/media.ts';
import { minPhotoSide, productErrors } from '#contract/products.ts';
import { type SendPhoto, UnusablePhoto } from '#web/media/photo-list.ts';
import { useUpload } from '#web/platform/runtime.tsx';

/**
 * Uploads a photo of a phone. One that is too small for a listing is refused before the upload, while it can be taken
 * again.
 */
export function useSendPhonePhoto(): SendPhoto {
  const upload = useUpload();
  return async (form, options) => {
    if (await isTooSmall(form.get('image'))) {
      throw new UnusablePhoto(productErrors['products.photo-too-small'][1]);
    }
    return (await upload(uploadImage, form, options)).data.url;
  };
}

/** If this browser cannot read it, the server decides. */
async function isTooSmall(file: FormDataEntryValue | null): Promise<boolean> {
  if (!(file instanceof File)) return false;
  try {
    const bitmap = await createImageBitmap(file);
    const shortSide = Math.min(bitmap.width, bitmap.height);
    bitmap.close();
    return shortSide < minPhotoSide;
  } catch {
    return false;
  }
}
