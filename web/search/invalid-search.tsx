import { Link } from 'react-router';

import { AlertIcon } from '#web/ui/icons.tsx';

import { fieldTitles } from './facet-words.ts';
import { type SearchField, searchAddress, without } from './search-address.ts';
import { messageFor, type Refusal } from './search-refusal.ts';
import { useSearch, invalidSearchId } from './use-search.ts';

/** Shown for an invalid search: the invalid fields, and a link to the search without them. */
export function InvalidSearch({ refusal: { message, invalidFields } }: { refusal: Refusal }) {
  const { path, fields } = useSearch();
  const fieldsToRemove =
    invalidFields.length === 0 ? (['cursor'] as const) : invalidFields.map(({ field }) => field);
  return (
    <div id={invalidSearchId} role="alert" className="grid gap-3 rounded-card bg-bad-soft px-4 py-4">
      <p className="flex gap-2 font-semibold">
        <AlertIcon className="mt-0.5 size-5 text-bad" />
        This search is not possible.
      </p>
      <ul className="grid gap-2 pl-7">
        {invalidFields.length === 0 && <li className="wrap-anywhere">{message}</li>}
        {invalidFields.map((one) => (
          <li key={one.field} className="wrap-anywhere">
            {messageFor(one)}.
          </li>
        ))}
      </ul>
      <p className="pl-7">
        <Link
          to={searchAddress(path, without(fields, ...fieldsToRemove))}
          className="inline-flex min-h-11 items-center font-semibold text-action underline"
        >
          {invalidFields.length === 0 ? 'Start again' : `Search without ${namesOf(fieldsToRemove)}`}
        </Link>
      </p>
    </div>
  );
}

const namesOf = (fields: readonly SearchField[]): string =>
  new Intl.ListFormat('en').format(
    fields.map((field) => (fieldTitles[field].startsWith('the ') ? fieldTitles[field] : `“${field}”`)),
  );
