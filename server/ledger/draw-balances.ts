/** Draws balances over time as SVG. The page sets colours and line styles: each line has the class of its account. */
import { formatDay } from '#contract/dates.ts';
import { drawnAccounts, type MoneyOverview } from '#contract/ledger-balances.ts';
import { formatCents, fromCents } from '#contract/money.ts';

type Day = MoneyOverview['days'][number];

/** The height of the lines' area in pixels. Its width is the page's, so the lines are drawn in thousandths of it. */
const height = 180;
const width = 1000;
/** What the dates below the lines take. */
const footHeight = 24;

/** @param days the oldest first; at least one */
export function drawBalances(days: readonly Day[]): string {
  const values = days.flatMap(({ balances }) => drawnAccounts.map(([account]) => balances[account]));
  const ticks = ticksAround(Math.min(0, ...values), Math.max(0, ...values));
  const y = scale(ticks.at(0) ?? 0, ticks.at(-1) ?? 1, height, 0);
  const x = scale(0, Math.max(1, days.length - 1), 0, width);
  const [first, last] = [dayOf(days.at(0)), dayOf(days.at(-1))];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="${height + footHeight}" role="img" aria-labelledby="balances-title balances-words">`,
    `<title id="balances-title">Balances from ${first} to ${last}</title>`,
    `<desc id="balances-words">${describe(days)}</desc>`,
    ...ticks.flatMap((tick) => [
      `<line class="plot-grid" x1="0" x2="100%" y1="${y(tick)}" y2="${y(tick)}"/>`,
      text(-8, y(tick) + 4, short(tick), 'plot-end'),
    ]),
    text(0, height + footHeight - 4, first),
    text('100%', height + footHeight - 4, last, 'plot-end'),
    // Stretched to the page's width; the lines keep theirs.
    `<svg width="100%" height="${height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">`,
    ...drawnAccounts.map(([account]) => {
      const points = days.map(({ balances }, place) => `${x(place)},${y(balances[account])}`);
      return `<polyline class="plot-line plot-${account}" points="${points.join(' ')}"/>`;
    }),
    '</svg></svg>',
  ].join('');
}

const dayOf = (day: Day | undefined): string => (day === undefined ? '' : formatDay(day.day));

/** The picture's description for screen readers. */
function describe(days: readonly Day[]): string {
  const parts = drawnAccounts.map(([account, name]) => {
    const of = (day: Day | undefined): string => formatCents(day?.balances[account] ?? 0);
    return `${name}: ${of(days.at(0))} at first, ${of(days.at(-1))} at last.`;
  });
  return `${parts.join(' ')} The table below has every day.`;
}

type Scale = (value: number) => number;

const scale =
  (low: number, high: number, from: number, to: number): Scale =>
  (value) =>
    Math.round((from + ((value - low) / (high - low)) * (to - from)) * 10) / 10;

/** About four round amounts in cents whose range contains all values. */
export function ticksAround(low: number, high: number): number[] {
  const rough = Math.max((high - low) / 4, 100);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  const from = Math.floor(low / step);
  const count = Math.max(1, Math.ceil(high / step) - from);
  return Array.from({ length: count + 1 }, (_, place) => (from + place) * step);
}

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

const short = (cents: number): string => compact.format(fromCents(cents)).replace('-', '−');
const text = (x: number | string, y: number, content: string, name = ''): string =>
  `<text class="plot-text${name === '' ? '' : ` ${name}`}" x="${x}" y="${y}">${content}</text>`;
