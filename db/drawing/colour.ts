/** Mixes two `#rrggbb` colours; `share` 0 gives the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const a = channels(from);
  const b = channels(to);
  return hex(a.map((value, index) => value + ((b[index] ?? value) - value) * share));
}

export function lighten(colour: string, share: number): string {
  return mix(colour, '#ffffff', share);
}

export function darken(colour: string, share: number): string {
  return mix(colour, '#05060a', share);
}

/** Perceived lightness between 0 (black) and 1 (white). */
export function lightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour);
  return (red * 0.299 + green * 0.587 + blue * 0.114) / 255;
}

/** Hue in degrees, saturation and lightness between 0 and 1. */
export function toHsl(colour: string): { hue: number; saturation: number; light: number } {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => value / 255);
  const max = Math.max(red, green, blue);
  const min = Math.min(red, green, blue);
  const spread = max - min;
  const light = (max + min) / 2;
  if (spread === 0) return { hue: 0, saturation: 0, light };
  const saturation = spread / (1 - Math.abs(2 * light - 1));
  return { hue: hueOf(red, green, blue, max, spread), saturation, light };
}

export function fromHsl(hue: number, saturation: number, light: number): string {
  const reach = saturation * Math.min(light, 1 - light);
  const channel = (offset: number): number => {
    const step = (offset + (((hue % 360) + 360) % 360) / 30) % 12;
    return 255 * (light - reach * Math.max(-1, Math.min(step - 3, 9 - step, 1)));
  };
  return hex([channel(0), channel(8), channel(4)]);
}

function hueOf(red: number, green: number, blue: number, max: number, spread: number): number {
  if (max === red) return 60 * (((green - blue) / spread + 6) % 6);
  if (max === green) return 60 * ((blue - red) / spread + 2);
  return 60 * ((red - green) / spread + 4);
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}

function hex(values: number[]): string {
  const parts = values.map((value) => Math.round(Math.max(0, Math.min(255, value))));
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
