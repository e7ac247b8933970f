import { type ReactNode, useId } from 'react';

export interface PanelProps {
  readonly title: string;
  /** Shown beside the title. */
  readonly aside?: ReactNode;
  readonly tone?: keyof typeof tones;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Only one class may set the background: of two, the order in the style sheet would decide. */
const tones = { plain: 'bg-surface', bad: 'bg-bad-soft' } as const;

/** A section of a page about one subject, with its heading. */
export function Panel({ title, aside, tone = 'plain', className = '', children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`grid content-start gap-4 rounded-card border border-line ${tones[tone]} p-4 tablet:p-6 print:block print:space-y-4 print:border-0 print:p-0 ${className}`}
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
