/** What staff has done with something, as it is recorded. */
import { like } from 'drizzle-orm';

import { staffActions } from '#db/tables/staff.ts';

import type { Market } from './market.ts';

/** Recorded actions whose details end with this reference, oldest first. */
export const recordedAbout = ({ services: { db } }: Pick<Market, 'services'>, reference: string) =>
  db
    .select()
    .from(staffActions)
    .where(like(staffActions.detail, `%, ${reference}`))
    .orderBy(staffActions.position);
