import { fileURLToPath } from 'node:url';

import type { RouteConfigEntry } from '@react-router/dev/routes';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { type Rolldown, defineConfig } from 'vite';

import { listPublicPages } from './contract/pages.ts';
import routes from './web/routes.ts';

const files = (names: readonly string[], folder = 'web'): readonly string[] =>
  names.map((name) => fileURLToPath(new URL(`${folder}/${name}`, import.meta.url)));

/** Together they are what every page loads in any case: the framework, and the frame around the public pages. */
const frame = files(['entry.client.tsx', 'root.tsx', 'routes/public-layout.tsx']);

/** What several of these need, a visitor needs again with the next click. */
const phonePages = files(
  ['home', 'category', 'search', 'product', 'public-person'].map((name) => `routes/${name}.tsx`),
);

/** Lists of phones that can be narrowed. */
const searchPages = files(['category', 'search'].map((name) => `routes/${name}.tsx`));

/** What every call with a schema brings: the schema library, the shapes that the domains share, and making the call. */
const shapes = [
  ...files(
    ['access.ts', 'endpoint.ts', 'id.ts', 'page.ts', 'picture.ts', 'replies.ts', 'text.ts'],
    'contract',
  ),
  ...files(['platform/make-call.ts']),
];

/** What all of these need is the code of forms. */
const formPages = files(
  listPublicPages().flatMap(({ module, weight }) =>
    weight?.budget === 'form' ? [`routes/${module}.tsx`] : [],
  ),
);

const filesOf = (entries: readonly RouteConfigEntry[]): readonly string[] =>
  entries.flatMap(({ file, children = [] }) => [file, ...filesOf(children)]);

const dashboardPages = files(filesOf(routes.filter(({ path }) => path === 'dashboard')));
const publicPages = files(filesOf(routes.filter(({ path }) => path !== 'dashboard')));

/**
 * React Router makes a chunk of each route, and what several of them share is split by who shares it. The kinds of
 * shared code below are in one file each instead: a file compresses better than fifteen parts of it, and every page loads
 * the list of all files.
 */
function sharedChunks(): Rolldown.CodeSplittingGroup[] {
  let reach: Reach | undefined;
  const reachIn = (graph: Rolldown.ChunkingContext): Reach =>
    (reach ??= measureReach((id) => graph.getModuleInfo(id)));
  return [
    { name: (id, graph) => reachIn(graph).kindOf(id), priority: 3 },
    { name: (id, graph) => (reachIn(graph).isOfForms(id) ? 'forms' : null), priority: 2 },
    { name: (id, graph) => (reachIn(graph).isOfDashboard(id) ? 'dashboard' : null), priority: 1 },
  ];
}

type Reach = ReturnType<typeof measureReach>;

/** The query library’s one entry imports these, too, but hardly any page outside the dashboard uses them. */
const onlyForWrites = /\/(?:useMutation|mutationObserver)\.js$/;

/** Which pages need which modules. */
function measureReach(infoOf: (id: string) => Rolldown.ModuleInfo | null) {
  const atOnce = (id: string): readonly string[] => infoOf(id)?.importedIds ?? [];
  const ever = (id: string): readonly string[] => [
    ...atOnce(id),
    ...(infoOf(id)?.dynamicallyImportedIds ?? []),
  ];
  const inFrame = importedBy(frame, atOnce);
  const ofPhones = phonePages.map((page) => importedBy([page], atOnce));
  const ofSearch = searchPages.map((page) => importedBy([page], atOnce));
  const ofForms = formPages.map((page) => importedBy([page], atOnce));
  const ofSchemas = importedBy(shapes, atOnce);
  const ofDashboard = dashboardPages.map((page) => importedBy([page], atOnce));
  const ofPublic = importedBy([...frame, ...publicPages], ever);
  const isOfSomeForm = (id: string): boolean => ofForms.some((modules) => modules.has(id));
  const isOfOthers = (id: string): boolean =>
    isOfSomeForm(id) || ofDashboard.some((modules) => modules.has(id));
  const kindOf = (id: string): string | null => {
    if (onlyForWrites.test(id)) return null;
    // Every chunk needs the bundler's own few functions.
    if (inFrame.has(id) || id.includes('rolldown/runtime')) return 'frame';
    // Forms need a few of the modules that all pages of phones share. In the frame, these do not load the others.
    if (ofPhones.every((modules) => modules.has(id))) return isOfSomeForm(id) ? 'frame' : 'phones';
    if (ofSearch.every((modules) => modules.has(id))) return isOfOthers(id) ? 'pieces' : 'search';
    // A separate file weighs more than these few lines do on a page of phones that does not need them.
    if (ofPhones.filter((modules) => modules.has(id)).length > 1) return 'phones';
    return ofSchemas.has(id) ? 'schemas' : null;
  };
  // A chunk has what its modules import, unless another one has it already.
  const brings = (id: string, modules: ReadonlySet<string>): boolean =>
    [...importedBy([id], atOnce)].some((each) => modules.has(each) && kindOf(each) === null);
  const isOfForms = (id: string): boolean =>
    ofForms.every((modules) => modules.has(id)) && !ofPhones.some((modules) => brings(id, modules));
  return {
    kindOf,
    isOfForms,
    /** What public pages load only when it is needed must not bring the dashboard with it. */
    isOfDashboard: (id: string): boolean =>
      ofDashboard.filter((modules) => modules.has(id)).length > 1 && !brings(id, ofPublic),
  };
}

/** Modules with all that they import at once, directly or through others. */
function importedBy(modules: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set(modules);
  // The loop also visits what is added to the set meanwhile.
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
      build: { rolldownOptions: { output: { codeSplitting: { groups: sharedChunks() } } } },
    },
  },
});
