/** A spinning ring with a label for screen readers. */
export function Spinner({ label = 'Loading', className = '' }: { label?: string; className?: string }) {
  return (
    <div className={`needs-script grid place-items-center p-8 text-action ${className}`}>
      <progress aria-label={label} className="sr-only" />
      <SpinnerMark className="size-9" />
    </div>
  );
}

/** Only the spinning ring, for elements that announce themselves that they are busy. */
export function SpinnerMark({ className = 'size-5' }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 24 24"
      fill="none"
      className={`animate-turn ${className}`}
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.2" />
      <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
