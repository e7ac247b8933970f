/**
 * A dispute's place in the admins' queue, as the cursor of the page after it: whether an admin can decide it now,
 * its deadline, its id. An id alone would lose its place once the dispute is decided.
 */
import { idOfCursor } from '#contract/cursor.ts';

export interface QueuePlace {
  readonly canBeDecided: boolean;
  readonly dueAt: Date | null;
  readonly id: string;
}

const dueDigits = 12;

export function writePlace({ canBeDecided, dueAt, id }: QueuePlace): string {
  const due = (dueAt?.getTime() ?? 0).toString(16).padStart(dueDigits, '0');
  return `${canBeDecided ? '0' : '1'}${due}${id}`;
}

export function readPlace(cursor: string): QueuePlace {
  const due = Number.parseInt(cursor.slice(1, 1 + dueDigits), 16);
  return {
    canBeDecided: cursor.startsWith('0'),
    dueAt: due === 0 ? null : new Date(due),
    id: idOfCursor(cursor),
  };
}
