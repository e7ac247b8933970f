import type { ReactNode } from 'react';

export interface DashboardPageProps {
  readonly title: ReactNode;
  /** One sentence about the purpose of the page. */
  readonly intro?: ReactNode;
  /** The page's main action. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** The heading of a dashboard page, and its content below. */
export function DashboardPage({ title, intro, action, children }: DashboardPageProps) {
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 pb-6">
        <div className="grid min-w-0 gap-1">
          <h1 className="text-head">{title}</h1>
          {intro !== undefined && <p className="max-w-prose text-quiet">{intro}</p>}
        </div>
        {action}
      </header>
      {children}
    </>
  );
}
