import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';

import { CityInput } from '#web/cities/city-input.tsx';

import type { ProductEntryForm } from './add-product-entry.ts';

export interface PlaceFieldProps extends Omit<
  ComponentProps<typeof CityInput>,
  'form' | 'label' | 'hint' | 'onChoose'
> {
  readonly form: Pick<ProductEntryForm, 'control' | 'setValue'>;
}

/** Where the phone is: a city of the list, which allows distances, or any other place by its name. */
export function PlaceField({ form: { control, setValue }, onChange, ...input }: PlaceFieldProps) {
  const isInList = useWatch({ control, name: 'cityId' }) != null;
  return (
    <CityInput
      {...input}
      label="Location"
      hint={
        isInList
          ? 'Buyers will see how far away the phone is.'
          : 'Your city. Choose it from the list to show buyers how far away the phone is.'
      }
      onChange={(event) => {
        // Another text means another place.
        setValue('cityId', null, { shouldDirty: true });
        return onChange?.(event);
      }}
      onChoose={({ _id, name }) => {
        setValue('location', name, { shouldDirty: true, shouldValidate: true });
        setValue('cityId', _id, { shouldDirty: true });
      }}
    />
  );
}
