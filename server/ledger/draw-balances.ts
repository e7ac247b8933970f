/** Draws balances over time as SVG. The page sets colours and line styles: each line has the class of its account. */
import { formatDay } from '#contract/dates.ts';
import type { BalanceAccount, MoneyOverview } from '#contract/ledger-balances.ts';
import { formatCents, fromCents } from '#contract/money.ts';

type Day = MoneyOverview['days'][number];

/** The accounts in the picture, with the names beside their lines. */
const drawnAccounts = {
  processor: 'At the card processor',
  order: 'Held for open orders',
  seller: 'Owed to sellers',
  refunds_due: 'Due to be refunded',
} as const satisfies Partial<Record<BalanceAccount, string>>;

const accounts = Object.entries(drawnAccounts).map(([account, name]) => ({
  // Object.entries loses the key type of a closed record.
  account: account as keyof typeof drawnAccounts,
  name,
}));

const picture = { width: 360, height: 250 };
/** The area of the lines within the picture. */
const area = { left: 48, top: 52, right: 350, bottom: 226 };

/** @param days the oldest first; at least one */
export function drawBalances(days: readonly Day[]): string {
  const values = days.flatMap(({ balances }) => accounts.map(({ account }) => balances[account]));
  const ticks = ticksAround(Math.min(0, ...values), Math.max(0, ...values));
  const y = scale(ticks.at(0) ?? 0, ticks.at(-1) ?? 1, area.bottom, area.top);
  const x = scale(0, Math.max(1, days.length - 1), area.left, area.right);
  const [first, last] = [dayOf(days.at(0)), dayOf(days.at(-1))];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${picture.width} ${picture.height}" role="img" aria-labelledby="balances-title balances-words">`,
    `<title id="balances-title">Balances from ${first} to ${last}</title>`,
    `<desc id="balances-words">${describe(days)}</desc>`,
    ...accounts.map(({ name, account }, place) => legend(name, account, place)),
    ...ticks.flatMap((tick) => [
      `<line class="plot-grid" x1="${area.left}" x2="${area.right}" y1="${y(tick)}" y2="${y(tick)}"/>`,
      text(area.left - 6, y(tick) + 3, short(tick), 'plot-end'),
    ]),
    text(area.left, picture.height - 8, first),
    text(area.right, picture.height - 8, last, 'plot-end'),
    ...accounts.map(({ account }) => {
      const points = days.map(({ balances }, place) => `${x(place)},${y(balances[account])}`);
      return `<polyline class="plot-line plot-${account}" points="${points.join(' ')}"/>`;
    }),
    '</svg>',
  ].join('');
}

const dayOf = (day: Day | undefined): string => (day === undefined ? '' : formatDay(day.day));

/** The picture's description for screen readers. */
function describe(days: readonly Day[]): string {
  const parts = accounts.map(({ account, name }) => {
    const of = (day: Day | undefined): string => formatCents(day?.balances[account] ?? 0);
    return `${name}: ${of(days.at(0))} at first, ${of(days.at(-1))} at last.`;
  });
  return `${parts.join(' ')} The table below has every day.`;
}

function legend(name: string, account: string, place: number): string {
  const left = place % 2 === 0 ? 8 : 184;
  const top = place < 2 ? 14 : 32;
  const sample = `<line class="plot-line plot-${account}" x1="${left}" x2="${left + 22}" y1="${top - 4}" y2="${top - 4}"/>`;
  return sample + text(left + 28, top, name);
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
const text = (x: number, y: number, content: string, name = ''): string =>
  `<text class="plot-text${name === '' ? '' : ` ${name}`}" x="${x}" y="${y}">${content}</text>`;
