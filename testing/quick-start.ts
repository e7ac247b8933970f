import { fileURLToPath } from 'node:url';

const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;

/** How `scripts/prepare.mjs` starts the product: without it, each child process would load the code in twice the time. */
export const quickStart = {
  flags: ['--import', fileURLToPath(new URL('../scripts/quick-imports.mjs', import.meta.url))],
  /** The rest of the environment stays out. */
  env: { PATH, HOME, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) },
};
