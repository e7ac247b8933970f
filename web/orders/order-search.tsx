import { useSearchParams } from 'react-router';

import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/inputs.tsx';

/** The address has the search, so that it can be sent to a colleague. */
export function useOrderSearch(): string {
  const [params] = useSearchParams();
  return params.get('search')?.trim() ?? '';
}

/** Finds orders by their number, or by the mail or telephone of a side. */
export function OrderSearch() {
  const search = useOrderSearch();
  const [, setParams] = useSearchParams();
  const find = (entry: FormData): void => {
    const text = entry.get('search');
    const wanted = typeof text === 'string' ? text.trim() : '';
    setParams(wanted === '' ? {} : { search: wanted });
  };
  return (
    <search className="pb-6">
      <form
        // What stands in the field follows the address, as after Back.
        key={search}
        className="flex max-w-form flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          find(new FormData(event.currentTarget));
        }}
      >
        <TextInput
          label="Order number, e-mail or telephone"
          type="search"
          name="search"
          defaultValue={search}
          maxLength={200}
          autoComplete="off"
          className="grow basis-56"
        />
        <Button type="submit" variant="quiet">
          Find orders
        </Button>
      </form>
    </search>
  );
}
