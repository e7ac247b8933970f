/** Draws `docs/pictures/latency.svg`: one reader's latency over the number of phones. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { type Latency, type Work, works } from './row-latency.ts';
import { quantile } from './table.ts';

const names: Readonly<Record<Work, string>> = {
  list: 'category as JSON',
  page: 'category’s page',
  product: 'phone’s page',
  search: 'search, mended, two facets',
  suggestions: 'type-ahead',
};

const colours: Readonly<Record<Work, string>> = {
  list: '#2f7de1',
  page: '#c2263a',
  product: '#d99a00',
  search: '#0f7a4d',
  suggestions: '#7b3fc4',
};

/** The area of the curves within the picture. */
const area = { left: 64, top: 44, width: 420, height: 300 };
const legendX = area.left + area.width + 28;

/** Overwrites the last run's picture. */
export function drawLatency(latencies: readonly Latency[]): void {
  const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/latency.svg`, pictureOf(latencies));
}

function pictureOf(latencies: readonly Latency[]): string {
  const sizes = [...new Set(latencies.map(({ phones }) => phones))].toSorted((a, b) => a - b);
  const x = scale(sizes, area.left, area.left + area.width);
  const values = latencies.flatMap(({ p50, p95 }) => [quantile(p50, 0.5), quantile(p95, 0.5)]);
  const ticks = decadesAround(values);
  const y = scale(ticks, area.top + area.height, area.top);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 410" role="img" aria-labelledby="title">',
    '<title id="title">Latency over the number of phones, nothing cached</title>',
    style,
    text(area.left, 20, 'milliseconds for one reader, nothing cached', 'strong'),
    ...ticks.flatMap((tick) => [
      `<line class="grid" x1="${area.left}" x2="${area.left + area.width}" y1="${y(tick)}" y2="${y(tick)}"/>`,
      text(area.left - 10, y(tick) + 4, String(tick), 'end'),
    ]),
    ...sizes.map((size) =>
      text(x(size), area.top + area.height + 22, size.toLocaleString('en-US'), 'middle'),
    ),
    text(area.left + area.width / 2, area.top + area.height + 46, 'phones', 'middle'),
    ...works.map((work) => curvesOf(work, latencies, x, y)),
    ...works.map(legendOf),
    text(legendX, area.top + 28 * works.length + 24, 'line: p50; dashes: p95'),
    '</svg>\n',
  ].join('\n');
}

const style = `<style>
  text { font: 13px system-ui, sans-serif; fill: #1d232b } .middle { text-anchor: middle } .end { text-anchor: end }
  .strong { font-weight: 600 } .grid { stroke: #1d232b; opacity: .15 } polyline { fill: none; stroke-width: 2.2 }
  .late { stroke-dasharray: 5 4; opacity: .7 }
  @media (prefers-color-scheme: dark) { text { fill: #e8ebef } .grid { stroke: #e8ebef } }
</style>`;

type Scale = (value: number) => number;

/** Logarithmic, from the smallest of the values to the largest. */
function scale(values: readonly number[], from: number, to: number): Scale {
  const [low, high] = [Math.log10(Math.min(...values)), Math.log10(Math.max(...values))];
  return (value) => Math.round((from + ((Math.log10(value) - low) / (high - low)) * (to - from)) * 10) / 10;
}

/** The powers of ten whose range contains all values. */
function decadesAround(values: readonly number[]): number[] {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: high - low + 1 }, (_, index) => Number((10 ** (low + index)).toPrecision(1)));
}

function curvesOf(work: Work, latencies: readonly Latency[], x: Scale, y: Scale): string {
  const own = latencies.filter((each) => each.work === work);
  const line = (kind: 'p50' | 'p95', name: string): string => {
    const points = own.map((each) => `${x(each.phones)},${y(quantile(each[kind], 0.5))}`).join(' ');
    return `<polyline class="${name}" stroke="${colours[work]}" points="${points}"/>`;
  };
  return line('p50', 'usual') + line('p95', 'late');
}

function legendOf(work: Work, index: number): string {
  const top = area.top + 28 * index + 8;
  const sample = `<line x1="${legendX}" x2="${legendX + 22}" y1="${top}" y2="${top}" stroke="${colours[work]}" stroke-width="3"/>`;
  return sample + text(legendX + 30, top + 4, names[work]);
}

const text = (x: number, y: number, content: string, name = ''): string =>
  `<text x="${x}" y="${y}"${name === '' ? '' : ` class="${name}"`}>${content}</text>`;
