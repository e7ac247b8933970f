/**
 * A drawn phone for each kind of failure, showing the status: gone, not found, or a call without an answer (the open
 * ring). It is inline, because a picture's file cannot be loaded without a connection.
 */
export function ErrorPicture({ status }: { status?: number }) {
  const isMissing = status === 404 || status === 410;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 200 140"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="w-64 max-w-full"
    >
      <circle cx="100" cy="66" r="60" className="fill-sunken" />
      <path d="M20 122h160" className="stroke-line" />
      <rect
        x="70"
        y="22"
        width="60"
        height="100"
        rx="13"
        strokeDasharray={isMissing ? '7 8' : undefined}
        className={`fill-surface ${isMissing ? 'stroke-edge' : 'stroke-ink'}`}
      />
      {status === 404 && <path d="M92 52a9 9 0 1 1 13 8q-5 2-5 8M100 79v.01" className="stroke-ink" />}
      {status === 410 && <path d="m89 53 22 22m0-22L89 75" className="stroke-bad" />}
      {!isMissing && (
        <>
          <path d="M106 50.5A15 15 0 1 0 114.5 59" strokeWidth="4" className="stroke-ink" />
          <circle cx="112" cy="53" r="3" className="fill-bad" />
        </>
      )}
      <text x="100" y="108" textAnchor="middle" className="fill-quiet font-display text-title font-bold">
        {status}
      </text>
    </svg>
  );
}
