import { Link } from 'react-router';

import type { Category } from '#contract/products.ts';
import { paths } from '#web/platform/paths.ts';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

/** How many categories are shown large: the first of the catalogue's order, which begins with the best known. */
const largeCount = 12;

/** Three columns on a phone, fewer at large font sizes. */
const largeGrid =
  'grid grid-cols-[repeat(auto-fill,minmax(max(5.5rem,30%),1fr))] gap-2 phone:gap-4 tablet:grid-cols-4 wide:grid-cols-6';

export interface CategoryGridProps {
  readonly categories: readonly Category[];
  /** Phones for sale by category; a category that is missing has none. Absent while they are not known. */
  readonly counts: ReadonlyMap<string, number> | undefined;
}

/** All categories, each with a link to its phones: some large, the others small below. */
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
      {/* The server draws a phone for each brand. */}
      <img
        src={img.replace('.svg', '-phone.svg')}
        alt=""
        width={48}
        height={88}
        loading="lazy"
        decoding="async"
        className="mb-1 h-12 w-auto tablet:h-22"
      />
      <h3 className="text-body wrap-anywhere">{category}</h3>
      {count !== undefined && <p className="text-small text-quiet tabular-nums">{phones(count)}</p>}
      {/* The link covers the whole card. */}
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

/** One line with only the name. */
function SmallCategory({ category: { _id, category }, count }: CategoryProps) {
  return (
    <div className="category-line">
      {/* The link covers the whole line. */}
      <Link to={paths.category(_id)} aria-label={`Show Available Device, ${category}`} className="min-w-0">
        <span className="sr-only">Show Available Device</span>
        <span className="sr-only">, </span>
        <span className="wrap-anywhere">{category}</span>
      </Link>
      {count !== undefined && (
        <span className="text-small text-quiet tabular-nums">
          {count}
          <span className="sr-only"> for sale</span>
        </span>
      )}
    </div>
  );
}

const phones = (count: number): string => (count === 1 ? '1 phone' : `${count} phones`);

/** Placeholders for the large ones while they load. */
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
