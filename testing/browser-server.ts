// The product as `npm start` runs it, on a data folder that goes when it goes: what the browser tests talk to.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dataDir = mkdtempSync(join(tmpdir(), 'ringback-test-'));
// As root, PostgreSQL runs as another user, who must be able to pass.
chmodSync(dataDir, 0o755);
process.env.DATA_DIR = dataDir;
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));

await import('#scripts/start.ts');
