import { useMemo } from 'react';

import { encodeQr } from './encode-qr.ts';

export interface QrCodeProps {
  /** An address; where it is too long for a square that a camera reads well, nothing is shown. */
  readonly text: string;
  readonly label: string;
  readonly className?: string;
}

/** An address as a square that any camera app reads. Always dark on light, since not every reader knows the inverse. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const drawing = useMemo(() => draw(text), [text]);
  if (drawing === undefined) return null;
  const { size, path } = drawing;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`rounded-control ${className}`}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The margin that readers need (ISO/IEC 18004), in squares. */
const margin = 4;

function draw(text: string): { readonly size: number; readonly path: string } | undefined {
  const rows = encodeQr(text);
  if (rows === undefined) return undefined;
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + margin} ${y + margin}h1v1h-1z`] : [])),
  );
  return { size: rows.length + 2 * margin, path: squares.join('') };
}
