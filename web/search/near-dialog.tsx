import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useCallback, useRef, useState } from 'react';

import { distancesKm } from '#contract/search-words.ts';
import { citiesQuery } from '#web/cities/cities-query.ts';
import { CityInput } from '#web/cities/city-input.tsx';
import { storeCity, type ChosenCity, readCity } from '#web/cities/chosen-city.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/inputs.tsx';

import { type SearchFields, without } from './search-address.ts';
import { searchQuery } from './search-queries.ts';
import { useChoose, useSearch } from './use-search.ts';

/** What was entered before the dialog was closed without submitting it. */
export interface NearEntry {
  readonly text?: string;
  readonly within?: string;
  /** The city that was chosen from the list. */
  readonly city?: ChosenCity;
}

export interface NearDialogProps {
  readonly entry: NearEntry;
  readonly onEntry: (entry: NearEntry) => void;
  readonly onClose: () => void;
}

/** Asks for a city and a distance. The browser is not asked for its location. */
export function NearDialog({ entry, onEntry, onClose }: NearDialogProps) {
  const { fields } = useSearch();
  const choose = useChoose();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const suggested = useSuggestedCity(fields);
  const { focus, setInput, find, choose: chooseCity } = useCity([entry.city, suggested]);
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const within = new FormData(event.currentTarget).get('within');
    setBusy(true);
    const city = await find().catch((cause: unknown) => setError(messageOf(cause)));
    setBusy(false);
    if (city === null) setError(missingWords(entry.text));
    if (city === null || city === undefined) return focus();
    storeCity(city);
    const sort = fields.near === undefined ? 'distance' : fields.sort;
    const next = { ...without(fields), near: city._id, sort };
    choose(typeof within === 'string' && within !== '' ? { ...next, within } : without(next, 'within'));
    onEntry({});
    onClose();
  };
  return (
    <Dialog title="Phones near a city" onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <CityInput
          label="City"
          hint="Distances are from city to city. Your choice is stored in this browser only."
          error={error}
          defaultValue={entry.text ?? suggested?.label}
          ref={setInput}
          onInput={({ currentTarget }) => onEntry({ ...entry, text: currentTarget.value })}
          onChoose={(city) => {
            chooseCity(city);
            onEntry({ ...entry, text: city.label, city });
            setError(undefined);
          }}
        />
        <Within first={entry.within ?? fields.within} onEnter={(within) => onEntry({ ...entry, within })} />
        <Button type="submit" isBusy={isBusy}>
          Show the phones
        </Button>
      </form>
    </Dialog>
  );
}

/** There is no list to choose from if no city begins with what was typed. */
const missingWords = (typed = ''): string =>
  typed.trim() === '' ? 'Choose a city from the list' : 'We know no such city: try a larger one nearby';

/** @param props.first the distance that is selected at first; undefined for any */
function Within({ first = '', onEnter }: { first?: string | undefined; onEnter: (km: string) => void }) {
  return (
    <Select
      label="Within"
      name="within"
      defaultValue={first}
      onChange={({ currentTarget }) => onEnter(currentTarget.value)}
    >
      <option value="">Any distance</option>
      {distancesKm.map((km) => (
        <option key={km} value={km}>
          {km} km
        </option>
      ))}
    </Select>
  );
}

/** The city of the shown list (its URL may come from somebody else), or else the one that was chosen last. */
function useSuggestedCity(fields: SearchFields): ChosenCity | undefined {
  const client = useQueryClient();
  const { queryKey } = searchQuery(useSend(), fields);
  return client.getQueryData(queryKey)?.pages[0]?.near ?? readCity();
}

/**
 * The city of the field: a known one with the typed label, or else the first whose name begins with the typed text.
 *
 * @param knownCities cities that are found without a request
 */
function useCity(knownCities: readonly (ChosenCity | undefined)[]) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<ChosenCity>(undefined);
  const client = useQueryClient();
  const send = useSend();
  const find = async (): Promise<ChosenCity | null> => {
    const text = input.current?.value.trim() ?? '';
    const known = [chosen.current, ...knownCities].find((city) => city?.label === text);
    if (known !== undefined) return known;
    const [first] = text === '' ? [] : await client.fetchQuery(citiesQuery(send, text));
    return first ?? null;
  };
  const setInput = useCallback((element: HTMLInputElement | null) => {
    input.current = element;
    if (element === null) return;
    // Makes the opening dialog focus this field and not its close button. React's prop `autoFocus` would act too early.
    element.autofocus = true;
    // Typing replaces the suggested city.
    element.select();
  }, []);
  const focus = (): void => input.current?.focus();
  const choose = (city: ChosenCity): void => {
    chosen.current = city;
    if (input.current !== null) input.current.value = city.label;
  };
  return { focus, setInput, find, choose };
}
