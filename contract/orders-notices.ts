/** What all notifications about orders have in common. */

/** What every notification about an order says. */
export interface AboutOrder {
  readonly orderId: string;
  readonly model: string;
}

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** The end of a text: when the reader's time is up, of a moment in ISO 8601. Nothing where there is no such time. */
export const until = (moment: string | null): string =>
  moment === null ? '' : ` You have until ${timeOf(moment)}.`;

/** The end of a sentence: when something happens by itself. Nothing where there is no such time. */
export const on = (moment: string | null): string => (moment === null ? '' : ` on ${timeOf(moment)}`);

const timeOf = (moment: string): string => `${dates.format(new Date(moment))} UTC`;

/** The order's page. */
export const linkOf = ({ orderId }: AboutOrder) => ({
  label: 'Open the order',
  path: `/dashboard/order/${orderId}`,
});
