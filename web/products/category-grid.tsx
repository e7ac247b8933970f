import { Link } from 'react-router';

import type { Category } from '#contract/products.ts';
import { paths } from '#web/platform/paths.ts';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

/** Categories that are shown large: the first of the catalogue's order, which begins with the best known. */
const largeCount = 12;

const largeGrid = 'grid grid-cols-3 gap-2 phone:gap-4 tablet:grid-cols-4 wide:grid-cols-6';

export interface CategoryGridProps {
  readonly categories: readonly Category[];
  /** Phones for sale by category; a category that is not in it has none. Absent while they are not known. */
  readonly counts: ReadonlyMap<string, number> | undefined;
}

/** All categories, each a way to its phones (spec section 2): a few large, the others in short below. */
export function CategoryGrid({ categories, counts }: CategoryGridProps) {
  const countOf = ({ _id }: Category) => (counts === undefined ? undefined : (counts.get(_id) ?? 0));
  return (
    <div className="grid gap-6">
      <ul className={largeGrid}>
        {categories.slice(0, largeCount).map((category) => (
          <li key={category._id} className="min-w-0">
            <LargeCategory category={category} count={countOf(category)} />
          </li>
        ))}
      </ul>
      {categories.length > largeCount && (
        <ul className="category-list">
          {categories.slice(largeCount).map((category) => (
            <li key={category._id} className="min-w-0">
              <SmallCategory category={category} count={countOf(category)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface CategoryProps {
  readonly category: Category;
  readonly count: number | undefined;
}

function LargeCategory({ category: { _id, category, img }, count }: CategoryProps) {
  return (
    <article className="relative flex h-full flex-col items-center gap-1 rounded-card border border-line bg-surface p-2 pt-3 text-center transition-colors hover:border-action tablet:p-4">
      <span className="relative mb-1">
        <PhoneBack />
        <img
          src={img}
          alt=""
          width={32}
          height={32}
          loading="lazy"
          decoding="async"
          className="absolute inset-x-0 top-[46%] mx-auto size-5 tablet:size-8 rounded-pill"
        />
      </span>
      <h3 className="text-body wrap-anywhere">{category}</h3>
      {count !== undefined && <p className="text-small text-quiet tabular-nums">{phones(count)}</p>}
      {/* The link's reach is the whole card. */}
      <Link
        to={paths.category(_id)}
        aria-label={`Show Available Device, ${category}`}
        className="mt-auto text-small font-semibold text-balance text-action after:absolute after:inset-0 after:rounded-card"
      >
        Show Available Device
      </Link>
    </article>
  );
}

/** One line, which shows the name alone. */
function SmallCategory({ category: { _id, category }, count }: CategoryProps) {
  return (
    <Link to={paths.category(_id)} className="category-link">
      <span className="sr-only">Show Available Device</span>
      <span className="sr-only">, </span>
      <span className="min-w-0 wrap-anywhere">{category}</span>
      {count !== undefined && (
        <span className="text-small text-quiet tabular-nums">
          {count}
          <span className="sr-only"> for sale</span>
        </span>
      )}
    </Link>
  );
}

const phones = (count: number): string => (count === 1 ? '1 phone' : `${count} phones`);

/** The back of a phone, with room for its maker's mark. */
function PhoneBack() {
  return (
    <svg
      viewBox="0 0 48 88"
      aria-hidden="true"
      className="h-12 fill-none stroke-ink tablet:h-22"
      strokeWidth="2.5"
    >
      <rect x="2" y="2" width="44" height="84" rx="9" className="fill-sunken" />
      <rect x="8" y="8" width="17" height="22" rx="6" />
      <circle cx="16.5" cy="14.5" r="3" />
      <circle cx="16.5" cy="23.5" r="3" />
    </svg>
  );
}

/** The large ones while they are on their way. */
export function CategoryGridSkeleton() {
  return (
    <LoadingRegion label="Loading the categories" className={largeGrid}>
      {Array.from({ length: largeCount }, (_, place) => (
        <div
          key={place}
          className="grid justify-items-center gap-2 rounded-card border border-line bg-surface p-3"
        >
          <Skeleton className="h-12 w-7 tablet:h-22 tablet:w-12" />
          <Skeleton className="h-6 w-20" />
          <Skeleton className="h-5 w-full" />
        </div>
      ))}
    </LoadingRegion>
  );
}
