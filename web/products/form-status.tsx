import { useFormState } from 'react-hook-form';

import type { PhotoList } from '#web/media/photo-list.ts';
import { WaitingPhotos } from '#web/media/waiting-photos.tsx';

import type { ProductEntryForm } from './add-product-entry.ts';

export interface FormStatusProps extends Pick<ProductEntryForm, 'control'> {
  readonly list: PhotoList;
}

/**
 * Below the button of a long form: how many fields need another look, since only the first one takes the focus and is
 * read aloud, and what is still being sent.
 */
export function FormStatus({ control, list }: FormStatusProps) {
  const { errors, isSubmitting } = useFormState({ control });
  const count = Object.keys(errors).length;
  const words = count === 1 ? '1 field needs another look.' : `${count} fields need another look.`;
  return (
    <>
      <p aria-live="polite" className="text-small text-bad empty:absolute">
        {count > 0 ? words : ''}
      </p>
      <WaitingPhotos list={list} isSubmitting={isSubmitting} />
    </>
  );
}
