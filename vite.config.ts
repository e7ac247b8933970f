import { fileURLToPath } from 'node:url';

import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { type Rolldown, defineConfig } from 'vite';

const files = (names: readonly string[], folder = 'web'): readonly string[] =>
  names.map((name) => fileURLToPath(new URL(`${folder}/${name}`, import.meta.url)));

/** Together they are what every page loads in any case: the framework, and the frame around the public pages. */
const frame = files(['entry.client.tsx', 'root.tsx', 'routes/public-layout.tsx']);

/** What all of these need, a visitor needs again with the next click. */
const phonePages = files(['home', 'category', 'search', 'product'].map((name) => `routes/${name}.tsx`));

/** What every call with a schema brings: the schema library, and the shapes that the domains share. */
const shapes = files(
  ['access.ts', 'endpoint.ts', 'id.ts', 'page.ts', 'picture.ts', 'replies.ts', 'text.ts'],
  'contract',
);

/**
 * React Router makes a chunk of each route, and what several of them share is split by who shares it. Three kinds of
 * shared code stand in one file each instead: a file compresses better than fifteen parts of it, and every page names
 * fewer of them.
 */
function sharedChunks(): Rolldown.CodeSplittingGroup {
  let inFrame: ReadonlySet<string> | undefined;
  let ofPages: readonly ReadonlySet<string>[] | undefined;
  let ofSchemas: ReadonlySet<string> | undefined;
  return {
    name: (id, graph) => {
      const importsOf = (each: string): readonly string[] => graph.getModuleInfo(each)?.importedIds ?? [];
      inFrame ??= importedBy(frame, importsOf);
      if (inFrame.has(id)) return 'frame';
      ofPages ??= phonePages.map((page) => importedBy([page], importsOf));
      if (ofPages.every((modules) => modules.has(id))) return 'phones';
      ofSchemas ??= importedBy(shapes, importsOf);
      return ofSchemas.has(id) ? 'schemas' : null;
    },
  };
}

/** Modules with all that they import at once, directly or through others. */
function importedBy(modules: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set(modules);
  // A set goes on to what is added while it is gone through.
  for (const id of found) for (const imported of importsOf(id)) found.add(imported);
  return found;
}

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
      build: { rolldownOptions: { output: { codeSplitting: { groups: [sharedChunks()] } } } },
    },
  },
});
