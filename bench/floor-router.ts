/** Stands in for the router in the floor's cards: a link is a link, and nothing else of the router is there. */
import { createElement, type ReactNode } from 'react';

interface LinkProps {
  readonly to: string;
  readonly className?: string;
  readonly children?: ReactNode;
}

export const Link = ({ to, ...rest }: LinkProps): ReactNode => createElement('a', { href: to, ...rest });
