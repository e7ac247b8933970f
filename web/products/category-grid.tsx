import { Link } from 'react-router';

import type { Category } from '#contract/products.ts';
import { paths } from '#web/platform/paths.ts';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

const grid = 'grid grid-cols-2 gap-2 phone:gap-4 tablet:grid-cols-4 wide:grid-cols-6';

/** All categories, each a way to its phones (spec section 2). */
export function CategoryGrid({ categories }: { categories: readonly Category[] }) {
  return (
    <ul className={grid}>
      {categories.map((category) => (
        <li key={category._id} className="min-w-0">
          <CategoryCard {...category} />
        </li>
      ))}
    </ul>
  );
}

function CategoryCard({ _id, category, img }: Category) {
  return (
    <article className="relative flex h-full flex-col items-center gap-2 rounded-card border border-line bg-surface p-3 text-center transition-colors hover:border-action">
      <img
        src={img}
        alt=""
        width={64}
        height={64}
        loading="lazy"
        decoding="async"
        className="size-16 rounded-pill"
      />
      <h3 className="text-body wrap-anywhere">{category}</h3>
      {/* The link's reach is the whole card. */}
      <Link
        to={paths.category(_id)}
        aria-label={`Show Available Device, ${category}`}
        className="mt-auto text-small font-semibold text-action after:absolute after:inset-0 after:rounded-card"
      >
        Show Available Device
      </Link>
    </article>
  );
}

/** The same grid while the categories are on their way. */
export function CategoryGridSkeleton() {
  return (
    <LoadingRegion label="Loading the categories" className={grid}>
      {Array.from({ length: 12 }, (_, place) => (
        <div
          key={place}
          className="grid justify-items-center gap-2 rounded-card border border-line bg-surface p-3"
        >
          <Skeleton className="size-16 rounded-pill" />
          <Skeleton className="h-6 w-20" />
          <Skeleton className="h-5 w-full" />
        </div>
      ))}
    </LoadingRegion>
  );
}
