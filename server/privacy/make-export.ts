/** Creates the copy of a person's data: JSON of each domain, a readable page, and their pictures. */
import { hourMs } from '#contract/durations.ts';
import { exportHours } from '#contract/privacy.ts';
import { type ExportedPicture, readLists } from '#server/platform/personal-data.ts';
import { drawPage, type ExportedPart } from './draw-page.ts';
import { type ExportServices, partName } from './export-services.ts';
import { removeParts } from './keep-exports.ts';
import { addPart, findExport, markReady } from './repository.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

/** How much of a copy is in memory at once. */
const partBytes = 4 * 1024 * 1024;

/** Can be repeated: it overwrites what it has written before. Does nothing if the copy is ready or removed. */
export async function makeExport(services: ExportServices, exportId: string): Promise<void> {
  const { db, clock, storage, notify } = services;
  const row = await findExport(db, exportId);
  if (row === undefined || row.readyAt !== null) return;
  const read = await readAll(services, row.personId);
  let written = 0;
  const put = async (part: number, bytes: Uint8Array): Promise<void> => {
    // The row records the part before it is written, so that removing the row's parts removes everything.
    if (!(await addPart(db, exportId, part + 1))) throw new ExportGoneError();
    written = part + 1;
    await storage.put(partName(row.file, part), bytes, 'application/zip');
  };
  try {
    const { parts, bytes } = await writeZip(entriesOf(services, read), {
      partBytes,
      madeAt: clock.now(),
      put,
    });
    const readyAt = clock.now();
    const expiresAt = new Date(readyAt.getTime() + exportHours * hourMs);
    await db.transaction(async (tx) => {
      if (!(await markReady(tx, exportId, { readyAt, expiresAt, parts, bytes }))) return;
      await notify(tx, exportId, [{ kind: 'export-ready', personId: row.personId, data: undefined }]);
    });
  } catch (error) {
    if (!(error instanceof ExportGoneError)) throw error;
  } finally {
    // A concurrent removal did not know of the part that was being written.
    if ((await findExport(db, exportId)) === undefined)
      await removeParts(storage, { file: row.file, parts: written });
  }
}

/** The copy was removed while it was being made. */
class ExportGoneError extends Error {}

interface Read {
  readonly parts: readonly (ExportedPart & { readonly name: string })[];
  readonly pictures: readonly ExportedPicture[];
}

/** All data in one snapshot. */
const readAll = ({ db, personalData }: ExportServices, personId: string): Promise<Read> =>
  db.transaction(
    async (tx) => {
      const parts = [];
      const pictures = [];
      for (const data of personalData) {
        const { name, title, exportOf, picturesOf } = data;
        if (exportOf !== undefined) parts.push({ name, title, lists: await readLists(tx, data, personId) });
        if (picturesOf !== undefined) pictures.push(...(await picturesOf(tx, personId)));
      }
      return { parts, pictures };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

async function* entriesOf(
  { storage, clock }: Pick<ExportServices, 'storage' | 'clock'>,
  { parts, pictures }: Read,
): AsyncGenerator<ZipEntry> {
  for (const { name, lists } of parts)
    yield { name: `data/${name}.json`, bytes: Buffer.from(JSON.stringify(lists, undefined, 2)) };
  const paths = [];
  for (const { name, file } of pictures) {
    const bytes = await storage.read(file);
    // The picture was removed after it was listed.
    if (bytes === undefined) continue;
    const path = `pictures/${name}.jpg`;
    paths.push(path);
    yield { name: path, bytes, isPacked: true };
  }
  yield { name: 'index.html', bytes: Buffer.from(drawPage(parts, { madeAt: clock.now(), pictures: paths })) };
}
