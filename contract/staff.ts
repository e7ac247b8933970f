/** Actions of staff that concern other people: each is recorded permanently. */
export type StaffActionKind =
  | 'order-decided'
  | 'order-reopened'
  | 'delivery-confirmed'
  | 'listing-removed'
  | 'advertisement-ended'
  | 'report-upheld'
  | 'report-dismissed'
  | 'second-factor-removed'
  | 'signed-out'
  | 'person-suspended'
  | 'suspension-lifted'
  | 'suspension-kept'
  | 'person-removed'
  | 'seller-verified'
  | 'seller-unverified';
