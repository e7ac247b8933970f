/** The fields of a phone that is listed or edited, in four steps on one page. */
import { type ReactNode, useEffect, type ComponentProps } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useQuery } from '@tanstack/react-query';

import { gradeOf } from '#contract/condition-grades.ts';
import { maxPictureSize } from '#contract/media.ts';
import { type Device, maxPhotos, conditions } from '#contract/products.ts';
import type { PhotoList } from '#web/media/photo-list.ts';
import { PhotosField } from '#web/media/photos-field.tsx';
import type { Identity } from '#web/platform/access-token.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { TextInput, Select } from '#web/ui/inputs.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';

import type { ProductEntryForm, ProductEntryText } from './add-product-entry.ts';
import { ModelField } from './model-field.tsx';
import { ModelFacts, PhoneFacts } from './more-fields.tsx';
import { PlaceField } from './place-field.tsx';
import { SellingPriceField, YearOfUseField } from './questioned-fields.tsx';
import { type StepName, stepId, stepTitles } from './step-names.ts';
import { categoriesQuery } from './category-queries.ts';
import { ConditionCriteria } from './condition-criteria.tsx';

export interface ProductStepsProps {
  readonly form: ProductEntryForm;
  readonly list: PhotoList;
  /** The catalogue's models of the chosen category. */
  readonly devices: readonly Device[];
  /** The one that is being listed. */
  readonly device: Device | undefined;
  readonly identity: Identity | undefined;
}

export function ProductSteps({ form, list, devices, device, identity }: ProductStepsProps) {
  const { control, register, formState } = form;
  const field = (name: keyof ProductEntryText) => ({
    ...register(name),
    error: formState.errors[name]?.message,
    required: true,
  });
  return (
    <div className="grid min-w-0 gap-8">
      <Step name="what" intro="Storage, colour and network lock are optional; people search by them.">
        {/* The category comes first, because the model's suggestions depend on it. */}
        <CategoryField control={control} {...field('categoryId')} />
        <ModelField devices={devices} {...field('model')} />
        <ModelFacts form={form} device={device} />
      </Step>
      <Step
        name="state"
        intro="Battery health, accessories and a description are optional; buyers ask for them."
      >
        <ConditionField {...field('condition')} />
        <YearOfUseField form={form} {...field('useYear')} />
        <ChosenCriteria control={control} />
        <PhoneFacts form={form} />
      </Step>
      <Step name="photos" intro="Front, back, and every mark that a buyer should know of.">
        <Photos form={form} list={list} />
      </Step>
      <Step
        name="price"
        intro="Buyers see your name and your city. Only a buyer who has paid sees your number."
      >
        <TextInput label="Buying price" hint="What it cost new." before="$" {...price} {...field('buy')} />
        <SellingPriceField form={form} {...price} {...field('sell')} />
        <TextInput
          label="Phone number"
          hint="It is not shown in your listing."
          type="tel"
          autoComplete="tel"
          {...field('phone')}
        />
        <PlaceField form={form} {...field('location')} />
        <TextInput label="Name" value={identity?.displayName ?? ''} readOnly />
        <TextInput label="Email" type="email" value={identity?.email ?? ''} readOnly />
      </Step>
    </div>
  );
}

const price = { inputMode: 'decimal', autoComplete: 'off' } as const;

function Step({ name, intro, children }: { name: StepName; intro: string; children: ReactNode }) {
  return (
    // The line is not the fieldset's own: browsers draw a legend on it.
    <div id={stepId(name)} className="scroll-mt-24 border-t border-line pt-6">
      <fieldset className="grid gap-x-6 gap-y-5 tablet:grid-cols-2">
        <legend className="pb-2">
          <h2>{stepTitles[name]}</h2>
        </legend>
        <p className="text-quiet tablet:col-span-2">{intro}</p>
        {children}
      </fieldset>
    </div>
  );
}

/** The form has only the number of photos; the list has the photos. */
function Photos({ form: { control }, list }: { form: ProductEntryForm; list: PhotoList }) {
  const { field, fieldState } = useController({ control, name: 'photo' });
  const count = list.photos.length;
  const { onChange } = field;
  useEffect(() => {
    onChange(count);
    // The controller returns another function with every rendering.
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

/** The maker of the phone. */
function CategoryField({
  control,
  ...select
}: Pick<ProductEntryForm, 'control'> & Omit<ComponentProps<typeof Select>, 'label' | 'children'>) {
  // Its options arrive after the form, which may have a category already, for example from a draft.
  const value = useWatch({ control, name: 'categoryId' });
  const { data, error, refetch, isFetching } = useQuery(categoriesQuery(useSend()));
  return (
    <div className="grid content-start gap-2">
      <Select {...select} value={value} label="Category">
        <option value="">{data === undefined ? 'Loading the categories' : 'Choose one'}</option>
        {data?.map(({ _id, category }) => (
          <option key={_id} value={_id}>
            {category}
          </option>
        ))}
      </Select>
      {error !== null && data === undefined && (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </div>
  );
}

/** The phone's grade. */
function ConditionField(select: Omit<ComponentProps<typeof Select>, 'label' | 'children'>) {
  return (
    <Select {...select} label="Condition">
      {conditions.map((condition) => (
        <option key={condition}>{condition}</option>
      ))}
    </Select>
  );
}

/** The promise of the chosen grade, so that the seller knows what buyers expect. */
function ChosenCriteria({ control }: Pick<ProductEntryForm, 'control'>) {
  const grade = gradeOf(useWatch({ control, name: 'condition' }));
  if (grade === undefined) return null;
  return (
    <section aria-live="polite" className="grid gap-2 rounded-control bg-sunken p-4 tablet:col-span-2">
      <p>
        <strong className="font-semibold">What {grade.condition} promises.</strong> {grade.summary}
      </p>
      <ConditionCriteria grade={grade} />
    </section>
  );
}
