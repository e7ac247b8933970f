import { useQuery, queryOptions } from '@tanstack/react-query';
import { type ComponentProps, useId } from 'react';
import { useWatch } from 'react-hook-form';

import { type Device, listDevices } from '#contract/products.ts';
import { call } from '#web/platform/api.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { freshFor } from '#web/platform/query-client.ts';
import { useSend } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { TextInput } from '#web/ui/inputs.tsx';

import type { ProductEntryForm } from './add-product-entry.ts';

const none: readonly Device[] = [];

/** The catalogue's models of the chosen category, the one that the typed model matches, and whether that is known. */
export function useChosenDevice({ control }: Pick<ProductEntryForm, 'control'>) {
  const [categoryId, model] = useWatch({ control, name: ['categoryId', 'model'] });
  // If the catalogue cannot be loaded, free text is enough.
  const { data } = useQuery({ ...devicesQuery(useSend(), categoryId), enabled: categoryId !== '' });
  return { devices: data ?? none, device: findDevice(data ?? none, model), isKnown: data !== undefined };
}

export interface ModelFieldProps extends Omit<ComponentProps<typeof TextInput>, 'label' | 'hint' | 'list'> {
  readonly devices: readonly Device[];
}

/** The phone's model: one of the catalogue's, or any other text. */
export function ModelField({ devices, ...input }: ModelFieldProps) {
  const id = useId();
  return (
    <div className="grid content-start">
      <TextInput
        {...input}
        label="Model"
        hint="As the maker writes it, such as Pixel 8 Pro."
        autoComplete="off"
        list={devices.length > 0 ? id : undefined}
      />
      {devices.length > 0 && (
        <datalist id={id}>
          {devices.map(({ _id, model, year }) => (
            <option key={_id} value={model}>
              {model} ({year})
            </option>
          ))}
        </datalist>
      )}
    </div>
  );
}

/** The catalogue's models of a category; they hardly ever change. */
const devicesQuery = (send: Send, categoryId: string) =>
  queryOptions({
    queryKey: accountKeys.devices(categoryId),
    queryFn: ({ signal }) => call(send, listDevices, { query: { categoryId }, signal }),
    staleTime: freshFor(5 * 60_000),
  });

/** The model that a text names, with or without its maker, ignoring case; undefined for any other text. */
function findDevice(devices: readonly Device[], text: string): Device | undefined {
  const wanted = plain(text);
  return devices.find(({ model, name }) => plain(model) === wanted || plain(name) === wanted);
}

const plain = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
