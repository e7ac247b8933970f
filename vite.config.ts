import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/**
 * Modules that share a file, each group with all that its modules import and no earlier group has. The bundler would
 * make a file for each set of pages that share a module: nearly two hundred small ones, which compress worse than a few,
 * and make the list of all files longer, which every page loads. `e2e/page-weight.spec.ts` says what it is worth: a module
 * that is missing here costs weight and nothing else.
 */
const sharedFiles: Readonly<Record<string, readonly string[]>> = {
  /** Loaded by every page: the framework, the page's frame, and what few pages do without. */
  frame: [
    'web/entry.client.tsx',
    'web/root.tsx',
    'web/routes/public-layout.tsx',
    'web/platform/query-keys.ts',
    'web/ui/avatar.tsx',
    'web/ui/picture.tsx',
    '@tanstack/react-query/build/modern/queryOptions.js',
    '@tanstack/react-query/build/modern/useQuery.js',
  ],
  /** Pages with cards of phones. */
  phones: [
    'web/pictures/no-phones.svg',
    'web/pictures/nothing-found.svg',
    'web/platform/page-data.ts',
    'web/platform/use-title.ts',
    'web/products/category-queries.ts',
    'web/products/product-queries.ts',
    'web/sections/found-list.tsx',
    'web/sections/products-for-sale.tsx',
    '@tanstack/react-query/build/modern/useInfiniteQuery.js',
  ],
  /** Lists of phones that can be narrowed. */
  search: [
    'web/search/load-search.ts',
    'web/search/search-layout.tsx',
    'web/search/search-queries.ts',
    'web/search/use-search-results.ts',
    'web/sections/found-phones.tsx',
    'web/sections/nothing-found.tsx',
  ],
  /** Pages with one form, or with the answer to a link in a mail. */
  panel: ['web/auth/auth-panel.tsx', 'web/ui/focus-content.ts'],
  /** Calls that are made by a press: the schema library, and what all of the contract's endpoints share. */
  calls: [
    'contract/access.ts',
    'contract/endpoint.ts',
    'contract/id.ts',
    'contract/page.ts',
    'contract/replies.ts',
    'web/platform/make-call.ts',
  ],
  /** Forms: the form library, fields, and what signing in and signing up share. */
  forms: [
    'contract/picture.ts',
    'web/auth/login-form.tsx',
    'web/auth/new-password-input.tsx',
    'web/auth/signed-in-notice.tsx',
    'web/auth/use-sign-in-completion.ts',
    'web/layout/needed-role.ts',
    'web/platform/use-form-submit.ts',
    'web/ui/inputs.tsx',
  ],
  /** Choosing and sending photos. */
  photos: [
    'contract/media.ts',
    'web/media/photo-source.ts',
    'web/ui/photo-field.tsx',
    'web/users/photo-source.ts',
  ],
  /** What public pages share with the dashboard. */
  lists: [
    'web/platform/account-query-keys.ts',
    'web/ui/pager.tsx',
    'web/ui/data-table.tsx',
    'web/users/email-text.tsx',
  ],
  /** The dashboard: its frame, and what many of its pages show. */
  dashboard: [
    'web/layout/dashboard-page.tsx',
    'web/layout/role-guard.tsx',
    'web/layout/roles.ts',
    'web/platform/first-try.ts',
    'web/platform/paged-query.ts',
    'web/platform/refetch-after.ts',
    'web/platform/table-view.ts',
    'web/platform/use-now.ts',
    'web/products/day.tsx',
    'web/products/table-phone.tsx',
    'web/ui/url-table.tsx',
    'web/ui/confirm-button.tsx',
    'web/ui/delete-button.tsx',
    'web/ui/focus-row.ts',
    'web/ui/moment-words.ts',
    'web/ui/moment.tsx',
    'web/ui/paged-table.tsx',
    'web/ui/panel.tsx',
    'web/ui/row-dialogs.tsx',
    'web/ui/two-lines.tsx',
    'web/users/table-person.tsx',
  ],
};

const groups = Object.entries(sharedFiles).map(([name, modules], place, all) => ({
  name,
  // Earlier groups first.
  priority: all.length - place,
  test: (id: string) =>
    modules.some((module) => id.endsWith(`/${module}`)) ||
    // Every file needs the bundler's own few functions.
    (name === 'frame' && id.includes('rolldown/runtime')),
}));

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
      build: { rolldownOptions: { output: { codeSplitting: { groups } } } },
    },
  },
});
