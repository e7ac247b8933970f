import { type ReactNode, useId } from 'react';

export interface PanelProps {
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** One part of a page that says one thing, with its heading. */
export function Panel({ title, aside, className = '', children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`grid content-start gap-4 rounded-card border border-line bg-surface p-4 tablet:p-6 print:border-0 print:p-0 ${className}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-lead">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
