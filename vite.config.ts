import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** What every page runs, in one file: it compresses better than in five, and changes only with an upgrade. */
const frameworkChunk = {
  name: 'framework',
  test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
};

/** What stands around every public page, and what its pages are called, in one file for the same reason. */
const siteChunk = {
  name: 'site',
  test: /[\\/]web[\\/](?:(?:root|entry\.client|routes[\\/](?:public-layout|home|not-found|blog|login|signup|\w+-password))\.tsx(?:\?|$)|search[\\/]search-(?:address|title)\.ts|products[\\/](?:category-title|steps-to-product|fact-words)\.ts)/,
};

/** Small pieces that pages of every kind are made of. */
const pieceChunk = {
  name: 'pieces',
  test: /[\\/]web[\\/](?:ui[\\/](?:avatar|badge|data-table|notices|skeleton|tool-icons)\.tsx|layout[\\/]drawer\.ts)/,
};

/** Phones for sale, with the page that most visits begin with. */
const homeChunk = { name: 'home', test: /[\\/]web[\\/]routes[\\/]late[\\/]home\.tsx/ };

/** Lists that can be narrowed down: the pages of a category and of the search share nearly everything. */
const searchChunk = {
  name: 'search',
  test: /[\\/]web[\\/](?:routes[\\/]late[\\/](?:category|search)\.tsx|search[\\/](?!search-|use-combobox|suggestion-list))/,
};

/** A phone's own page, with what it shares with the form in which a phone is listed. */
const productChunk = { name: 'product', test: /[\\/]web[\\/]routes[\\/]late[\\/]product\.tsx/ };

/** The calls and their schemas: loaded with the first call that a page makes. */
const contractChunk = { name: 'contract', test: /[\\/]contract[\\/]|node_modules[\\/]zod[\\/]/ };

/** The dashboard's lists, which share nearly everything. */
const dashboardChunk = {
  name: 'dashboard',
  test: /[\\/]web[\\/]routes[\\/](?:dashboard|my-\w+|all-\w+|reported-items)\.tsx(?:\?|$)/,
};

/** The ways in and out. */
const sessionChunk = {
  name: 'session',
  test: /[\\/]web[\\/](?:platform[\\/]session-ways|auth[\\/]session-calls)\.ts/,
};

/** Everything that is filled in. */
const formsChunk = {
  name: 'forms',
  test: /[\\/]web[\\/](?:routes[\\/](?:late[\\/](?:login|signup|\w+-password)|add-product|profile)|\w+[\\/]\w+-dialog)/,
};

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // In development: packages are found before the first page is opened, or it would be loaded twice.
  optimizeDeps: { entries: ['web/entry.client.tsx', 'web/root.tsx', 'web/routes/**/*.tsx'] },
  build: {
    // Inlined assets would need `data:` in the page's content security policy.
    assetsInlineLimit: 0,
    target: 'es2022',
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                frameworkChunk,
                siteChunk,
                pieceChunk,
                homeChunk,
                searchChunk,
                productChunk,
                contractChunk,
                sessionChunk,
                dashboardChunk,
                formsChunk,
              ],
            },
          },
        },
      },
    },
  },
});
