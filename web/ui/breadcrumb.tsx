import { Link } from 'react-router';

export interface Crumb {
  readonly name: string;
  readonly to: string;
}

/** Links to the pages above this one, then the page's own name. */
export function Breadcrumb({ steps, here }: { steps: readonly Crumb[]; here: string }) {
  return (
    <nav aria-label="Breadcrumb" className="text-small">
      <ol className="flex flex-wrap items-center gap-x-2 text-quiet">
        {steps.map(({ name, to }) => (
          <li key={to} className="flex items-center gap-x-2 after:content-['/'_/_'']">
            <Link
              to={to}
              className="inline-flex min-h-11 items-center underline-offset-4 hover:text-ink hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
        <li aria-current="page" className="min-w-0 text-ink wrap-anywhere">
          {here}
        </li>
      </ol>
    </nav>
  );
}
