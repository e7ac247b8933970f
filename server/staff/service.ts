import type { StaffActionKind } from '#contract/staff.ts';
import { staffActions } from '#db/tables/staff.ts';
import { type Transaction, newId } from '#server/platform/postgres/database.ts';

/** Something that staff does, and that concerns other people or their money. */
export interface StaffAction {
  readonly kind: StaffActionKind;
  /** Who does it. */
  readonly actor: string;
  /** Whom it is about. */
  readonly personId?: string;
  /** Which order it is about. */
  readonly orderId?: string | null;
  /** What exactly is done, such as the outcome of a decision, or an amount and its reference. */
  readonly detail?: string;
  /** Of a list. */
  readonly reason?: string;
  readonly words?: string;
  readonly at: Date;
}

/** Records what staff does, in the transaction that does it. The record can be neither changed nor removed. */
export async function recordStaffAction(tx: Transaction, action: StaffAction): Promise<void> {
  await tx.insert(staffActions).values({ id: newId(), ...action });
}
