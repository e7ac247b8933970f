import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';

import { maxPhotos } from '#contract/products.ts';
import { usePhotoList } from '#web/media/photo-list.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/notices.tsx';

import { ProductEntry, emptyEntry } from './add-product-entry.ts';
import { useProductSubmit } from './add-product-submit.ts';
import { DraftNotice } from './draft-notice.tsx';
import { FormStatus } from './form-status.tsx';
import { useChosenDevice } from './model-field.tsx';
import { CardPreview } from './card-preview.tsx';
import { ProductSteps } from './product-steps.tsx';
import { useSendPhonePhoto } from './send-phone-photo.ts';
import { StepList } from './step-list.tsx';
import { useProductDraft } from './use-product-draft.ts';

/** Lists a phone for sale. */
export function AddProductForm({ identity }: { identity: Identity | undefined }) {
  const email = identity?.email ?? '';
  const form = useForm({ resolver: standardSchemaResolver(ProductEntry), defaultValues: emptyEntry });
  const { control, handleSubmit, setError, formState } = form;
  const { devices, device } = useChosenDevice({ control });
  const list = usePhotoList(maxPhotos, useSendPhonePhoto());
  const draft = useProductDraft(identity?.uid ?? '', form, list);
  const { submit, failure } = useProductSubmit({
    email,
    deviceId: device?._id,
    list,
    setError,
    isDraftGone: draft.isGone,
    onListed: draft.finish,
  });
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(submit)(event)}
      className="grid gap-8 desk:grid-cols-[minmax(0,1fr)_18rem] desk:gap-x-12"
    >
      <div className="grid gap-4 desk:col-span-2">
        <DraftNotice isRestored={draft.isRestored} onStartOver={draft.discard}>
          Your unfinished listing is here again, as you left it in this browser.
        </DraftNotice>
        <StepList control={control} photos={list.photos} />
      </div>
      <ProductSteps form={form} list={list} devices={devices} device={device} identity={identity} />
      <CardPreview form={form} list={list} identity={identity} />
      <div className="grid gap-4 tablet:justify-start">
        {failure !== undefined && <FormError>{failure}</FormError>}
        <Button type="submit" isBusy={formState.isSubmitting} disabled={email === ''}>
          Add Product
        </Button>
        <FormStatus control={control} list={list} />
      </div>
    </form>
  );
}
