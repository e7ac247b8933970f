import type { Category } from '#contract/products.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The top of a category's page (spec section 2: 'Available Device'). */
export function CategoryHeading({ category }: { category: Category | undefined }) {
  return (
    <div className="flex items-center gap-4">
      {category === undefined ? (
        <Skeleton className="size-16 rounded-pill" />
      ) : (
        <img src={category.img} alt="" width={64} height={64} className="size-16 rounded-pill" />
      )}
      <div className="grid min-w-0 gap-1">
        <h1 className="text-head">Available Device</h1>
        {category === undefined ? (
          <Skeleton className="h-7 w-28" />
        ) : (
          <p className="text-lead text-quiet wrap-anywhere">{category.category}</p>
        )}
      </div>
    </div>
  );
}
