/** A visitor's actions on a phone: book it, or report it. */
import { useLocation } from 'react-router';

import type { Product } from '#contract/products.ts';
import { rememberOrigin } from '#web/platform/origin.ts';
import { paths } from '#web/platform/paths.ts';
import { useSession } from '#web/platform/runtime.tsx';
import type { Wish } from '#web/platform/way-back.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/badge.tsx';

export interface ProductActionsProps {
  readonly product: Product;
  readonly isOwn: boolean;
  /** False if somebody else holds the phone: it can still be reported. */
  readonly canBook?: boolean;
  readonly onBook: (product: Product) => void;
  readonly onReport: (product: Product) => void;
}

export function ProductActions({ product, isOwn, canBook = true, onBook, onReport }: ProductActionsProps) {
  if (isOwn) return <OwnPhone />;
  return (
    <>
      {canBook && <BookAction product={product} onBook={onBook} />}
      <ReportAction product={product} onReport={onReport} />
    </>
  );
}

/** Shown instead if the phone is the viewer's. */
export const OwnPhone = () => (
  <p className="flex min-h-11 items-center">
    <Badge tone="quiet">Your own phone</Badge>
  </p>
);

/**
 * Signed out, it is a link to /login, as the other action; people who are signed in see a button. By `data-opens`, a
 * dialog that opens after signing in finds its button: see `opened-dialogs.tsx`.
 */
export function BookAction({ product, onBook }: Pick<ProductActionsProps, 'product' | 'onBook'>) {
  const login = useWayToLogin('book', product);
  const face = { 'aria-label': `Book Now, ${product.model}`, children: 'Book Now' };
  if (login !== undefined) return <LinkButton {...login} {...face} className={`${slim} ${hidden}`} />;
  return <Button {...face} className={slim} data-opens="book" onClick={() => onBook(product)} />;
}

export function ReportAction({ product, onReport }: Pick<ProductActionsProps, 'product' | 'onReport'>) {
  const login = useWayToLogin('report', product);
  const words = login === undefined ? 'Report Item' : 'Report admin';
  const face = { variant: 'plain', 'aria-label': `${words}, ${product.model}`, children: words } as const;
  if (login !== undefined) return <LinkButton {...login} {...face} className={`${small} ${hidden}`} />;
  return <Button {...face} className={small} data-opens="report" onClick={() => onReport(product)} />;
}

/** The link to /login and back to the action; undefined for people who are signed in. */
function useWayToLogin(action: Wish['action'], { _id }: Product) {
  const { status } = useSession();
  const origin = rememberOrigin(useLocation());
  if (status === 'signed-in') return undefined;
  return { to: paths.login, state: { ...origin, wish: { action, productId: _id } } };
}

const hidden = 'in-data-signed-in:invisible';

/**
 * Side by side where there is room, one above the other on a small screen; words break only if the font is very wide.
 */
const slim = 'min-w-0 px-3 wrap-anywhere @max-[15rem]:px-1 @max-[15rem]:text-small';

/** Reachable, but less prominent. */
const small = 'min-h-9! min-w-0 grow-0! px-1! text-small! font-medium! text-quiet! wrap-anywhere';
