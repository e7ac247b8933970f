import { exportQueue, type ExportServices } from './export-services.ts';
import { removeExpiredExports } from './keep-exports.ts';
import { makeExport } from './make-export.ts';

/** How often copies of yesterday are looked for. */
const removeSeconds = 600;

export function privacyJobs(services: ExportServices): void {
  services.jobs.handle(exportQueue, ({ exportId }) => makeExport(services, exportId));
  services.jobs.every(removeSeconds, 'remove copies of personal data', () => removeExpiredExports(services));
}
