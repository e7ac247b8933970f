import type { ReactNode } from 'react';

/** A quiet block in the size of what comes: `<Skeleton className="h-6 w-40" />`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span aria-hidden="true" className={`block animate-breathe rounded-control bg-sunken ${className}`} />
  );
}

/** The place of something that is being fetched, with skeletons in its shape; says what for. */
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
