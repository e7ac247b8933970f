import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds one file for Node with the baseline's cards, in the same way as the product's pages. @returns its path */
export async function buildCards(): Promise<string> {
  // Below the repository, so that React is found.
  const outDir = join(root, 'build', 'bench');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    resolve: { alias: { 'react-router': join(root, 'bench', 'baseline-router.ts') } },
    build: {
      ssr: 'bench/baseline-cards.ts',
      outDir,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'cards.js' } },
    },
  });
  return join(outDir, 'cards.js');
}
