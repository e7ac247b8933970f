import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

/**
 * A page with one form: heading, optional sentence, and the form on a card. The footer is below the first screen, so that
 * it does not jump when the browser knows who is signed in, or what a link is worth.
 */
export function AuthPanel({
  title,
  lead,
  children,
  after,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Shown below the card. */
  after?: ReactNode;
}) {
  return (
    <div className="mx-auto grid min-h-dvh max-w-form content-start gap-4 py-4 tablet:py-10">
      <h1 className="text-head">{title}</h1>
      {lead !== undefined && <div className="text-quiet">{lead}</div>}
      <noscript>
        <p className="text-bad">This page needs JavaScript, which is turned off in your browser.</p>
      </noscript>
      <div className="grid gap-5 rounded-card border border-line bg-surface p-4 tablet:p-6">{children}</div>
      {after}
    </div>
  );
}

/** A link within a sentence. */
export const TextLink = ({ className = '', ...rest }: LinkProps) => (
  <Link {...rest} className={`font-semibold text-action underline underline-offset-3 ${className}`} />
);
