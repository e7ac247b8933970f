import { uploadImage } from '#contract/media.ts';
import { minPhotoSide, productErrors } from '#contract/products.ts';
import { type SendPhoto, UnfitPhoto } from '#web/media/photo-list.ts';
import { useUpload } from '#web/platform/runtime.tsx';

/** Sends a photo of a phone. One that no listing takes is refused before it is sent, while it can be taken again. */
export function useSendPhonePhoto(): SendPhoto {
  const upload = useUpload();
  return async (form, onProgress) => {
    if (await isTooSmall(form.get('image'))) {
      throw new UnfitPhoto(productErrors['products.photo-too-small'][1]);
    }
    return (await upload(uploadImage, form, onProgress)).data.url;
  };
}

/** What this browser cannot read, the server judges. */
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
