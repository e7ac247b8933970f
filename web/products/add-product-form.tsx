import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect } from 'react';
import { useController, useForm } from 'react-hook-form';

import { maxPictureSize } from '#contract/media.ts';
import { type Device, maxPhotos } from '#contract/products.ts';
import { type PhotoList, usePhotoList, useSendPicture } from '#web/media/photo-list.ts';
import { PhotosField } from '#web/media/photos-field.tsx';
import type { Identity } from '#web/platform/access-token.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';

import { CategoryField } from './category-field.tsx';
import { ChosenCriteria, ConditionField } from './condition-field.tsx';
import {
  ProductEntry,
  type ProductEntryForm,
  type ProductEntryText,
  emptyEntry,
} from './add-product-entry.ts';
import { DraftNotice } from './draft-notice.tsx';
import { ModelField, useChosenDevice } from './model-field.tsx';
import { MoreFields } from './more-fields.tsx';
import { PlaceField } from './place-field.tsx';
import { SellingPriceField, YearOfUseField } from './questioned-fields.tsx';
import { useProductSubmit } from './add-product-submit.ts';
import { useProductDraft } from './use-product-draft.ts';

/** Lists a phone for sale (spec section 5). */
export function AddProductForm({ identity }: { identity: Identity | undefined }) {
  const email = identity?.email ?? '';
  const form = useForm({ resolver: standardSchemaResolver(ProductEntry), defaultValues: emptyEntry });
  const { control, handleSubmit, setError, formState } = form;
  const { devices, device } = useChosenDevice({ control });
  const list = usePhotoList(maxPhotos, useSendPicture());
  const draft = useProductDraft(identity?.uid ?? '', form, list);
  const { submit, failure } = useProductSubmit({
    email,
    deviceId: device?._id,
    list,
    setError,
    onListed: draft.finish,
  });
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(submit)(event)}
      className="grid max-w-article gap-x-6 gap-y-5 tablet:grid-cols-2"
    >
      <DraftNotice draft={draft} />
      <Lister name={identity?.displayName ?? ''} email={email} />
      <RequiredFields form={form} list={list} devices={devices} />
      <MoreFields form={form} device={device} />
      <div className="grid gap-4 tablet:col-span-2 tablet:justify-start">
        {failure !== undefined && <FormError>{failure}</FormError>}
        <Button type="submit" isBusy={formState.isSubmitting} disabled={email === ''}>
          Add Product
        </Button>
      </div>
    </form>
  );
}

/** What the spec asks of every phone. */
function RequiredFields({ form, list, devices }: RequiredFieldsProps) {
  const { control, register, formState } = form;
  const field = (name: keyof ProductEntryText) => ({
    ...register(name),
    error: formState.errors[name]?.message,
    required: true,
  });
  return (
    <>
      {/* The category first: it brings the model's suggestions. */}
      <CategoryField {...field('categoryId')} />
      <ModelField devices={devices} {...field('model')} />
      <Photos form={form} list={list} />
      <TextInput label="Buying price" hint="What it cost new" before="$" {...price} {...field('buy')} />
      <SellingPriceField form={form} {...price} {...field('sell')} />
      <YearOfUseField form={form} {...field('useYear')} />
      <ConditionField {...field('condition')} />
      <ChosenCriteria control={control} />
      <TextInput
        label="Phone number"
        hint="It is not shown in your listing"
        type="tel"
        autoComplete="tel"
        {...field('phone')}
      />
      <PlaceField form={form} {...field('location')} />
    </>
  );
}

interface RequiredFieldsProps {
  readonly form: ProductEntryForm;
  readonly list: PhotoList;
  readonly devices: readonly Device[];
}

const price = { inputMode: 'decimal', autoComplete: 'off' } as const;

/** Who lists it is whoever is signed in. */
function Lister({ name, email }: { name: string; email: string }) {
  return (
    <>
      <TextInput label="Name" value={name} readOnly />
      <TextInput label="Email" type="email" value={email} readOnly />
    </>
  );
}

/** The form knows how many photos there are; the list has them. */
function Photos({ form: { control }, list }: { form: ProductEntryForm; list: PhotoList }) {
  const { field, fieldState } = useController({ control, name: 'photo' });
  const count = list.photos.length;
  const { onChange } = field;
  useEffect(() => {
    onChange(count);
    // The controller hands out another function with every rendering.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [count]);
  return (
    <PhotosField
      label="Photo"
      hint={`The whole phone, in good light. At most ${maxPictureSize}.`}
      error={fieldState.error?.message}
      list={list}
      most={maxPhotos}
      inputRef={field.ref}
      isRequired
      hasCover
      className="tablet:col-span-2"
    />
  );
}
