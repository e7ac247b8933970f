import { useNavigate } from 'react-router';

import { maxPeopleSearch, type PersonFilter, type PersonOrder } from '#contract/people.ts';
import type { UserType } from '#contract/users.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextInput } from '#web/ui/inputs.tsx';

import { type PeopleView, readView, writeView } from './people-filters.ts';

const filterWords: Readonly<Record<PersonFilter, string>> = {
  verified: 'Verified',
  'not-verified': 'Not verified',
  suspended: 'Suspended',
  unconfirmed: 'Address not confirmed',
};
const filtersOf: Readonly<Record<UserType, readonly PersonFilter[]>> = {
  Seller: ['not-verified', 'verified', 'suspended', 'unconfirmed'],
  Buyer: ['suspended', 'unconfirmed'],
};
const orderWords = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  'most-reports': 'Most reports',
  'most-orders': 'Most orders',
} as const satisfies Readonly<Record<PersonOrder, string>>;

/** Finds, filters and sorts people; the address follows. */
export function PeopleSearch({ userType, view }: { userType: UserType; view: PeopleView }) {
  const navigate = useNavigate();
  const apply = (form: HTMLFormElement): void => {
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') params.set(name, value);
    void navigate({ search: writeView(readView(params)) });
  };
  return (
    <search className="pb-6">
      <form
        // What stands in the fields follows the address, as after Back.
        key={writeView(view)}
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          apply(event.currentTarget);
        }}
      >
        <TextInput
          label="Part of a name or e-mail address"
          type="search"
          name="search"
          defaultValue={view.search}
          maxLength={maxPeopleSearch}
          autoComplete="off"
          className="grow basis-56"
        />
        <Select label="Show" name="show" defaultValue={view.show ?? ''}>
          <option value="">All</option>
          {filtersOf[userType].map((name) => (
            <option key={name} value={name}>
              {filterWords[name]}
            </option>
          ))}
        </Select>
        <Select label="Sort" name="sort" defaultValue={view.sort}>
          {Object.entries(orderWords).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </Select>
        <Button type="submit" variant="quiet">
          Find
        </Button>
      </form>
    </search>
  );
}
