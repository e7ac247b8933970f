/** What a visitor can do with a phone. */
import { useLocation } from 'react-router';

import type { Product } from '#contract/products.ts';
import { rememberOrigin, type PhoneAction, phoneActions } from '#web/platform/origin.ts';
import { paths } from '#web/platform/paths.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { Button, type ButtonVariant, LinkButton } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/badge.tsx';

/** Opens an action's dialog. */
export type OpenAction = (action: PhoneAction, product: Product) => void;

interface Face {
  readonly words: string;
  /** For people who are not signed in, if it differs. */
  readonly signedOutWords?: string;
  readonly variant?: ButtonVariant;
  readonly className: string;
  /** Whether it is left out on cards of phones that somebody else holds. */
  readonly isForLive?: boolean;
}

/** How the actions look. Their dialogs are in `opened-dialogs.tsx`. */
const faces: Readonly<Record<PhoneAction, Face>> = {
  book: {
    words: 'Book Now',
    // Side by side where there is room, one above the other on a small screen; words break only if the font is very
    // wide.
    className: 'min-w-0 px-3 wrap-anywhere @max-[15rem]:px-1 @max-[15rem]:text-small',
    isForLive: true,
  },
  report: {
    words: 'Report Item',
    signedOutWords: 'Report admin',
    variant: 'plain',
    // Less prominent, and reachable by thumb: the pressable area is 44 pixels high, as that of other buttons.
    className:
      'min-h-9! after:absolute after:inset-x-0 after:-inset-y-1 min-w-0 grow-0! px-1! text-small! font-medium! text-quiet! wrap-anywhere',
  },
};

interface ProductActionsProps {
  readonly product: Product;
  readonly isOwn: boolean;
  readonly onOpen: OpenAction;
}

/** All actions that the phone allows, side by side on its card. */
export function ProductActions({ product, isOwn, onOpen }: ProductActionsProps) {
  if (isOwn) return <OwnPhone />;
  return phoneActions.map(
    (action) =>
      (product.state === 'live' || !faces[action].isForLive) && (
        <ProductAction key={action} action={action} product={product} onOpen={onOpen} />
      ),
  );
}

/** Shown instead if the phone is the viewer's. */
export const OwnPhone = () => (
  <p className="flex min-h-11 items-center">
    <Badge tone="quiet">Your own phone</Badge>
  </p>
);

interface ProductActionProps {
  readonly action: PhoneAction;
  readonly product: Product;
  readonly onOpen: OpenAction;
}

/**
 * Signed out, it is a link to /login; people who are signed in see a button. By `data-opens`, a dialog that opens after
 * signing in finds its button: see `opened-dialogs.tsx`.
 */
export function ProductAction({ action, product, onOpen }: ProductActionProps) {
  const origin = rememberOrigin(useLocation());
  const isSignedIn = useSession().status === 'signed-in';
  const { words, signedOutWords = words, variant, className } = faces[action];
  const children = isSignedIn ? words : signedOutWords;
  const face = { variant, children, 'aria-label': `${children}, ${product.model}` };
  if (isSignedIn)
    return (
      <Button {...face} className={className} data-opens={action} onClick={() => onOpen(action, product)} />
    );
  const state = { ...origin, requestedAction: { action, productId: product._id } };
  return (
    <LinkButton
      {...face}
      to={paths.login}
      state={state}
      className={`${className} in-data-signed-in:invisible`}
    />
  );
}
