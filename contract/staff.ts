/** What staff does that concerns other people: each of these is recorded, and stays. Without schemas. */

export const staffActionKinds = ['order-decided', 'order-reopened', 'delivery-confirmed'] as const;
export type StaffActionKind = (typeof staffActionKinds)[number];
