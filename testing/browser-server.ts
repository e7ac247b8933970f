// The product as `npm start` runs it, on a temporary data folder, for the browser tests.
import { rmSync } from 'node:fs';
import { makeThrowawayFolder } from './throwaway-folder.ts';

const dataDir = makeThrowawayFolder();
process.env.DATA_DIR = dataDir;
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));

await import('#scripts/start.ts');
