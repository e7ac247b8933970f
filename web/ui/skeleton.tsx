import type { ReactNode } from 'react';

/** A placeholder in the size of its content: `<Skeleton className="h-6 w-40" />`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span aria-hidden="true" className={`block animate-breathe rounded-control bg-sunken ${className}`} />
  );
}

/** A region that is loading, with skeletons in its shape, and an accessible name that says what is loading. */
export function LoadingRegion({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div aria-busy="true" className={className}>
      <progress aria-label={label} className="sr-only" />
      {children}
    </div>
  );
}
