// `npm run bench`: measures the product against bare programs in one run and writes docs/performance.md.
import { buildIfStale } from '#scripts/build.ts';
import { type Options, readOptions } from './options.ts';
import { noteCircumstances, writeReport } from './report.ts';
import { measureBooking } from './row-booking.ts';
import { measureCatalogue } from './row-catalogue.ts';
import { measureJavaScript } from './row-javascript.ts';
import { measureMemory } from './row-memory.ts';
import { measurePage } from './row-page.ts';
import { measureStart } from './row-start.ts';
import { onStage, type Stage } from './stage.ts';
import { judge, type Row, tableOf } from './table.ts';

/** In this order: memory is read after everything that loads the product. */
const loadRows = [measureCatalogue, measurePage, measureBooking, measureJavaScript, measureMemory];

// What this process started goes with it: see the exit handlers of what it started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

try {
  await run(readOptions(process.argv.slice(2)));
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exit(1);
}

async function run(options: Options): Promise<void> {
  const circumstances = noteCircumstances();
  await buildIfStale();
  const rows = [...(await onStage(options, measureLoad)), ...(await measureStart(options))];
  const verdicts = rows.map(judge);
  writeReport(verdicts, options, circumstances);
  if (options.isJson) for (const verdict of verdicts) console.log(JSON.stringify(verdict));
  else console.log(`\n${tableOf(verdicts)}\n\nWritten to docs/performance.md.`);
}

async function measureLoad(stage: Stage): Promise<Row[]> {
  const rows: Row[] = [];
  for (const measure of loadRows) rows.push(...(await measure(stage)));
  return rows;
}
