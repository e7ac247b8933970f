import type { ReactNode } from 'react';

export interface IconProps {
  /** Size classes; one line of the surrounding text by default. */
  readonly className?: string;
}

/** A drawing of 24 units square, one stroke, never read out. Size and colour come from the text around it. */
export const icon = (drawing: ReactNode) =>
  function Icon({ className = 'size-5' }: IconProps) {
    return (
      <svg
        aria-hidden="true"
        focusable="false"
        viewBox="0 0 24 24"
        className={`shrink-0 ${className}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {drawing}
      </svg>
    );
  };
