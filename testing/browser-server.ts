// The product as `npm start` runs it, on a temporary data folder, for the browser tests.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dataDir = mkdtempSync(join(tmpdir(), 'ringback-test-'));
// As root, PostgreSQL runs as another user, who needs access to the folder.
chmodSync(dataDir, 0o755);
process.env.DATA_DIR = dataDir;
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));

await import('#scripts/start.ts');
