import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';

import {
  accessories,
  capitalised,
  colours,
  maxDescriptionLength,
  networkLocks,
  storageSizesGb,
  storageWords,
} from '#contract/phone-words.ts';
import type { Device } from '#contract/products.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Select, TextArea, TextInput } from '#web/ui/inputs.tsx';

import type { ProductEntryForm } from './add-product-entry.ts';
import { accessoryName, networkLockWords } from './fact-words.ts';

export interface MoreFieldsProps {
  readonly form: ProductEntryForm;
  /** The catalogue's model that is being listed: only its sizes and colours are offered. */
  readonly device: Device | undefined;
}

/** The optional facts of the model, beyond the spec's fields. */
export function ModelFacts({ form, device }: MoreFieldsProps) {
  const { register, formState } = form;
  return (
    <>
      <DeviceFacts form={form} device={device} />
      <Select label="Network lock" error={formState.errors.networkLock?.message} {...register('networkLock')}>
        {unsaid}
        {networkLocks.map((lock) => (
          <option key={lock} value={lock}>
            {networkLockWords.get(lock)}
          </option>
        ))}
      </Select>
    </>
  );
}

/** The optional facts of the individual phone, beyond the spec's fields. */
export function PhoneFacts({ form }: Pick<MoreFieldsProps, 'form'>) {
  const { register, formState } = form;
  return (
    <>
      <TextInput
        label="Battery health"
        hint="The percentage in the phone’s settings, such as 87."
        inputMode="numeric"
        autoComplete="off"
        error={formState.errors.batteryHealth?.message}
        {...register('batteryHealth')}
      />
      <Accessories form={form} />
      <Description form={form} />
    </>
  );
}

/** Facts whose options depend on the model. */
function DeviceFacts({ form, device }: MoreFieldsProps) {
  const { register } = form;
  const { errors, defaultValues: listed } = form.formState;
  const sizes = withListed((device?.storageGb ?? storageSizesGb).map(String), listed?.storageGb);
  const shades = withListed<string>(device?.colours ?? colours, listed?.colour);
  useForgetMissing(form, 'storageGb', sizes);
  useForgetMissing(form, 'colour', shades);
  return (
    <>
      <Select label="Storage" error={errors.storageGb?.message} {...register('storageGb')}>
        {unsaid}
        {sizes.map((size) => (
          <option key={size} value={size}>
            {storageWords(Number(size))}
          </option>
        ))}
      </Select>
      <Select label="Colour" error={errors.colour?.message} {...register('colour')}>
        {unsaid}
        {shades.map((colour) => (
          <option key={colour} value={colour}>
            {capitalised(colour)}
          </option>
        ))}
      </Select>
    </>
  );
}

/** The model's options, and what the phone is listed with: its seller may know better than the catalogue. */
const withListed = <Value extends string>(options: readonly Value[], listed: Value | undefined) =>
  listed === undefined || listed === '' || options.includes(listed) ? options : [...options, listed];

const unsaid = <option value="">Not stated</option>;

/** Clears a size or colour that the chosen model was not sold with, instead of keeping it invisibly. */
function useForgetMissing(
  { control, setValue }: ProductEntryForm,
  name: 'storageGb' | 'colour',
  words: readonly string[],
): void {
  const value = useWatch({ control, name });
  const isMissing = value !== '' && !words.includes(value);
  useEffect(() => {
    if (isMissing) setValue(name, '');
  }, [isMissing, name, setValue]);
}

function Accessories({ form: { register } }: { form: ProductEntryForm }) {
  return (
    <fieldset className="grid gap-1.5 tablet:col-span-2">
      <legend className="mb-1.5 text-small font-semibold">Accessories</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-2 tablet:grid-cols-3">
        {accessories.map((accessory) => (
          <Checkbox key={accessory} value={accessory} {...register('accessories')}>
            {accessoryName(accessory)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

const count = new Intl.NumberFormat('en-US');

function Description({ form: { control, register, formState } }: { form: ProductEntryForm }) {
  const length = useWatch({ control, name: 'description' })?.length ?? 0;
  return (
    <div className="tablet:col-span-2">
      <TextArea
        label="Description"
        rows={6}
        hint="What a buyer would ask: repairs, marks, why you sell."
        error={formState.errors.description?.message}
        {...register('description')}
      />
      <p
        className={`text-right text-small tabular-nums tablet:ml-auto tablet:-mt-5 tablet:w-fit ${length > maxDescriptionLength ? 'text-bad' : 'text-quiet'}`}
      >
        {count.format(length)} of {count.format(maxDescriptionLength)}
      </p>
    </div>
  );
}
