import type { StaffActionKind } from '#contract/staff.ts';

const words: Readonly<Record<StaffActionKind, string>> = {
  'order-decided': 'Dispute decided',
  'order-reopened': 'Order opened again',
  'delivery-confirmed': 'Delivery confirmed',
  'second-factor-removed': 'Second factor removed',
  'signed-out': 'Signed out everywhere',
  'listing-removed': 'Listing removed',
  'report-upheld': 'Report upheld, phone removed',
  'report-dismissed': 'Report dismissed',
  'person-suspended': 'Suspended',
  'suspension-lifted': 'Suspension lifted',
  'suspension-kept': 'Appeal answered, suspension kept',
  'person-removed': 'Account deleted',
  'seller-verified': 'Verified as a seller',
  'seller-unverified': 'Verification taken back',
};

/** What staff did, in words; of a kind that is no more, its name. */
export const actionWords = (kind: string): string => (isKind(kind) ? words[kind] : kind);

const isKind = (kind: string): kind is StaffActionKind => Object.hasOwn(words, kind);
