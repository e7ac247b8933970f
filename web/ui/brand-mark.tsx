/** The logo: an almost closed ring with a dot at its end. */
export function BrandMark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 32 32"
      className={`shrink-0 ${className}`}
      fill="none"
    >
      <path d="M22.5 6.1A12 12 0 1 0 27.6 13" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
      <circle cx="26.4" cy="6.6" r="3.1" className="fill-action" />
    </svg>
  );
}
