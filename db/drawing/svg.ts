// The SVG parts that all drawings share; only what librsvg renders quickly (no filters, no text).

export type Stop = readonly [offset: number, colour: string, opacity?: number];
export type Box = { x: number; y: number; width: number; height: number };

/** Two decimals are finer than a pixel at every size that we draw. */
export function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function box(x: number, y: number, width: number, height: number): Box {
  return { x, y, width, height };
}

export function inset(outer: Box, by: number): Box {
  return box(outer.x + by, outer.y + by, outer.width - 2 * by, outer.height - 2 * by);
}

/** A rounded rectangle whose corners begin gradually, as on real housings, instead of a quarter circle. */
export function softRect({ x, y, width, height }: Box, radius: number): string {
  const reach = Math.min(radius * 1.22, width / 2, height / 2);
  const pull = reach * 0.38;
  const right = x + width;
  const bottom = y + height;
  return [
    `M${num(x + reach)} ${num(y)}H${num(right - reach)}`,
    `C${num(right - pull)} ${num(y)} ${num(right)} ${num(y + pull)} ${num(right)} ${num(y + reach)}`,
    `V${num(bottom - reach)}`,
    `C${num(right)} ${num(bottom - pull)} ${num(right - pull)} ${num(bottom)} ${num(right - reach)} ${num(bottom)}`,
    `H${num(x + reach)}`,
    `C${num(x + pull)} ${num(bottom)} ${num(x)} ${num(bottom - pull)} ${num(x)} ${num(bottom - reach)}`,
    `V${num(y + reach)}`,
    `C${num(x)} ${num(y + pull)} ${num(x + pull)} ${num(y)} ${num(x + reach)} ${num(y)}Z`,
  ].join('');
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more === '' ? '' : ` ${more}`}/>`;
}

export function circle(x: number, y: number, r: number, fill: string, more = ''): string {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${fill}"${more === '' ? '' : ` ${more}`}/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="${fill}"${more === '' ? '' : ` ${more}`}/>`;
}

export function bar(area: Box, radius: number, fill: string, more = ''): string {
  const { x, y, width, height } = area;
  return `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" rx="${num(radius)}" fill="${fill}"${more === '' ? '' : ` ${more}`}/>`;
}

export function linear(id: string, [x1, y1, x2, y2]: readonly number[], stops: readonly Stop[]): string {
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops.map(stop).join('')}</linearGradient>`;
}

export function radial(id: string, [cx, cy, r]: readonly number[], stops: readonly Stop[]): string {
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stops.map(stop).join('')}</radialGradient>`;
}

export function clip(id: string, d: string): string {
  return `<clipPath id="${id}"><path d="${d}"/></clipPath>`;
}

function stop([offset, colour, opacity]: Stop): string {
  return `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`;
}
