import type { ComponentProps, MouseEvent } from 'react';
import { useNavigate } from 'react-router';

export interface SiteLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** A whole address of this site, or a place on this page. */
  readonly to: string;
  /** Goes along to the page, which finds it in its location. */
  readonly state?: unknown;
}

/**
 * A link within the site, for lists with many of them: in contrast to the router's own it has nothing to resolve, and
 * nothing to do when the address of the page changes.
 */
export function SiteLink({ to, state, onClick, children, ...rest }: SiteLinkProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const isForBrowser =
      event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || isForBrowser) return;
    event.preventDefault();
    // Going where one is already is no step back for the browser's button.
    const replace = event.currentTarget.href === window.location.href;
    void navigate(to, { state, replace });
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}
