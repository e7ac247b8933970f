import { Link } from 'react-router';

import { AlertIcon } from '#web/ui/icons.tsx';

import { fieldTitles } from './facet-words.ts';
import { type SearchField, searchAddress, without } from './search-address.ts';
import type { Refusal } from './search-refusal.ts';
import { useSearch, wrongSearchId } from './use-search.ts';

/** For an invalid search: what is wrong with it, and a link to the search without that. */
export function WrongSearch({ refusal: { message, wrong } }: { refusal: Refusal }) {
  const { path, fields } = useSearch();
  const fieldsLeftOut = wrong.length === 0 ? (['cursor'] as const) : wrong.map(({ field }) => field);
  return (
    <div id={wrongSearchId} role="alert" className="grid gap-3 rounded-card bg-bad-soft px-4 py-4">
      <p className="flex gap-2 font-semibold">
        <AlertIcon className="mt-0.5 size-5 text-bad" />
        This search is not possible.
      </p>
      <ul className="grid gap-2 pl-7">
        {wrong.length === 0 && <li className="wrap-anywhere">{message}</li>}
        {wrong.map((one) => (
          <li key={one.field} className="wrap-anywhere">
            {inWords(one)}.
          </li>
        ))}
      </ul>
      <p className="pl-7">
        <Link
          to={searchAddress(path, without(fields, ...fieldsLeftOut))}
          className="inline-flex min-h-11 items-center font-semibold text-action underline"
        >
          {wrong.length === 0 ? 'Start again' : `Search without ${namesOf(fieldsLeftOut)}`}
        </Link>
      </p>
    </div>
  );
}

/** The server's message has the parameter's name; people read the field's title instead. */
function inWords({ field, message }: Refusal['wrong'][number]): string {
  if (!message.startsWith(`${field} `)) return message;
  const title = fieldTitles[field];
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}${message.slice(field.length)}`;
}

const namesOf = (fields: readonly SearchField[]): string =>
  new Intl.ListFormat('en').format(
    fields.map((field) => (fieldTitles[field].startsWith('the ') ? fieldTitles[field] : `“${field}”`)),
  );
