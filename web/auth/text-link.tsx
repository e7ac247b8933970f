import { Link, type LinkProps } from 'react-router';

/** A link within a sentence. */
export const TextLink = ({ className = '', ...rest }: LinkProps) => (
  <Link {...rest} className={`font-semibold text-action underline underline-offset-3 ${className}`} />
);
