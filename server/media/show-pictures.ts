/** Pictures for the parties of a deal, including those that are no longer public. */
import { inArray } from 'drizzle-orm';

import { describePicture, type Picture, withheldPictureUrl } from '#contract/media.ts';
import { images } from '#db/tables/media.ts';
import type { Executor } from '#server/platform/postgres/database.ts';

/** These pictures by id, withheld ones with the URL for parties; removed ones are left out. */
export async function listPicturesForParties(
  db: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Picture>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(images)
    .where(inArray(images.id, [...new Set(ids)]));
  return new Map(
    rows.flatMap((row) => {
      const picture = showToParties(row);
      return picture === undefined ? [] : [[row.id, picture] as const];
    }),
  );
}

function showToParties(row: typeof images.$inferSelect): Picture | undefined {
  if (row.state === 'removing' || row.state === 'removed') return undefined;
  if (row.state !== 'withheld') return describePicture(row);
  const { avif: _public, ...picture } = describePicture(row);
  const url = withheldPictureUrl(row.id);
  return { ...picture, url, srcset: `${url} ${row.width}w` };
}
