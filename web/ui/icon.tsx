import type { ReactNode } from 'react';

export interface IconProps {
  /** Size classes; one line of the surrounding text by default. */
  readonly className?: string;
}

/**
 * An icon of 24 by 24 units with one stroke, hidden from screen readers. Size and colour come from the surrounding
 * text.
 */
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
