/**
 * A few coloured squares from a ThumbHash (evanw.github.io/thumbhash), as SVG shapes: what stands in for a picture
 * until it is there. Attributes only, so that it needs nothing of the page's security policy.
 */
const columns = 3;
const rows = 4;

/** The shapes, in a view box of 3 by 4 units; empty for a text that is no ThumbHash. */
export function sketchOf(thumbhash: string): string {
  const hash = bytesOf(thumbhash);
  if (hash.length < 5) return '';
  const waves = readWaves(hash);
  let shapes = '';
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1)
      shapes += `<path fill="${colorAt(waves, x, y)}" d="M${x} ${y}h1v1h-1z"/>`;
  }
  return shapes;
}

/** One channel: its mean, and its waves as [strength, across, down]. */
interface Channel {
  readonly mean: number;
  readonly waves: readonly (readonly [number, number, number])[];
}

interface Waves {
  readonly lightness: Channel;
  readonly yellowBlue: Channel;
  readonly redGreen: Channel;
}

function readWaves(hash: Uint8Array): Waves {
  const at = (index: number): number => hash[index] ?? 0;
  const head = at(0) | (at(1) << 8) | (at(2) << 16);
  const tail = at(3) | (at(4) << 8);
  const hasAlpha = head >> 23 === 1;
  const isWide = tail >> 15 === 1;
  const longSide = hasAlpha ? 5 : 7;
  const shortSide = tail & 7;
  let nibble = (hasAlpha ? 6 : 5) * 2;
  const read = (across: number, down: number, scale: number): Channel['waves'] => {
    const waves: [number, number, number][] = [];
    for (let cy = 0; cy < down; cy += 1) {
      for (let cx = cy === 0 ? 1 : 0; cx * down < across * (down - cy); cx += 1) {
        const level = (at(nibble >> 1) >> ((nibble & 1) * 4)) & 15;
        waves.push([(level / 7.5 - 1) * scale, cx, cy]);
        nibble += 1;
      }
    }
    return waves;
  };
  // Read in the order in which they were written.
  const sides = [
    Math.max(3, isWide ? longSide : shortSide),
    Math.max(3, isWide ? shortSide : longSide),
  ] as const;
  const lightness = { mean: (head & 63) / 63, waves: read(...sides, ((head >> 18) & 31) / 31) };
  const yellowBlue = { mean: ((head >> 6) & 63) / 31.5 - 1, waves: read(3, 3, ((tail >> 3) & 63) / 63) };
  const redGreen = { mean: ((head >> 12) & 63) / 31.5 - 1, waves: read(3, 3, ((tail >> 9) & 63) / 63) };
  return { lightness, yellowBlue, redGreen };
}

const cosines = (size: number): number[][] =>
  Array.from({ length: size }, (_x, place) =>
    Array.from({ length: 8 }, (_y, wave) => Math.cos((Math.PI / size) * (place + 0.5) * wave)),
  );

const across = cosines(columns);
const down = cosines(rows);

function colorAt({ lightness, yellowBlue, redGreen }: Waves, x: number, y: number): string {
  const l = valueAt(lightness, x, y);
  const p = valueAt(yellowBlue, x, y);
  const q = valueAt(redGreen, x, y);
  const blue = l - (2 / 3) * p;
  const red = (3 * l - blue + q) / 2;
  return `#${hex(red)}${hex(red - q)}${hex(blue)}`;
}

function valueAt({ mean, waves }: Channel, x: number, y: number): number {
  let value = mean;
  for (const [strength, cx, cy] of waves) {
    value += 2 * strength * (across[x]?.[cx] ?? 0) * (down[y]?.[cy] ?? 0);
  }
  return value;
}

function hex(share: number): string {
  const level = Math.round(255 * Math.min(1, Math.max(0, share)));
  return level.toString(16).padStart(2, '0');
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    // A sketch is only for the time until the picture is there: none is drawn.
    return new Uint8Array();
  }
}
