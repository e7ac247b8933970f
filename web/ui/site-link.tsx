import type { ComponentProps, MouseEvent } from 'react';
import { useNavigate } from 'react-router';

export interface SiteLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** A whole address of this site, or a place on this page. */
  readonly to: string;
  /** The navigation's state, which the page finds in its location. */
  readonly state?: unknown;
  /** Whether Back skips the page of the link. A link to the current page never adds a step for Back. */
  readonly replace?: boolean;
}

/**
 * A link within the site, for lists with many of them: unlike the router's own it resolves nothing, and does not
 * rerender when the page's URL changes.
 */
export function SiteLink({ to, state, replace, onClick, children, ...rest }: SiteLinkProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const isForBrowser =
      event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || isForBrowser) return;
    event.preventDefault();
    void navigate(to, { state, replace: replace ?? event.currentTarget.href === window.location.href });
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}
