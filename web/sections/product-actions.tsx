/** What a visitor can do with a phone (spec section 2): book it, or report it. */
import { useLocation } from 'react-router';

import type { Product } from '#contract/products.ts';
import { rememberOrigin, type Wish } from '#web/platform/origin.ts';
import { paths } from '#web/platform/paths.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/badge.tsx';

export interface ProductActionsProps {
  readonly product: Product;
  readonly isOwn: boolean;
  /** False where somebody else holds the phone: it can still be reported. */
  readonly canBook?: boolean;
  readonly onBook: (product: Product) => void;
  readonly onReport: (product: Product) => void;
}

export function ProductActions({ product, isOwn, canBook = true, onBook, onReport }: ProductActionsProps) {
  const { status } = useSession();
  const { model } = product;
  if (status !== 'signed-in') return <WaysToLogin product={product} canBook={canBook} />;
  if (isOwn) {
    return (
      <p className="flex min-h-11 items-center">
        <Badge tone="quiet">Your own phone</Badge>
      </p>
    );
  }
  return (
    <>
      {canBook && (
        <Button aria-label={`Book Now, ${model}`} className={slim} onClick={() => onBook(product)}>
          Book Now
        </Button>
      )}
      <Button
        variant="plain"
        aria-label={`Report Item, ${model}`}
        className={small}
        onClick={() => onReport(product)}
      >
        Report Item
      </Button>
    </>
  );
}

/** Both lead to /login, which brings the person back to what they wanted to do. Somebody signed in does not get to see them. */
function WaysToLogin({ product: { _id, model }, canBook }: { product: Product; canBook: boolean }) {
  const origin = rememberOrigin(useLocation());
  const stateFor = (action: Wish['action']) => ({ ...origin, wish: { action, productId: _id } });
  const hidden = 'in-data-signed-in:invisible';
  return (
    <>
      {canBook && (
        <LinkButton
          to={paths.login}
          state={stateFor('book')}
          aria-label={`Book Now, ${model}`}
          className={`${slim} ${hidden}`}
        >
          Book Now
        </LinkButton>
      )}
      <LinkButton
        to={paths.login}
        state={stateFor('report')}
        variant="plain"
        aria-label={`Report admin, ${model}`}
        className={`${small} ${hidden}`}
      >
        Report admin
      </LinkButton>
    </>
  );
}

/** Side by side where there is room, one above the other on a phone; words break only where a wide font needs it. */
const slim = 'min-w-0 px-3 wrap-anywhere @max-[15rem]:px-1 @max-[15rem]:text-small';

/** Within reach, but not what one comes for. */
const small = 'min-h-9! min-w-0 grow-0! px-1! text-small! font-medium! text-quiet! wrap-anywhere';
