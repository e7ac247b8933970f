/** Blog: a comparison of three front-end frameworks. */
import { DataTable } from '#web/ui/data-table.tsx';

interface Trait {
  readonly trait: string;
  readonly react: string;
  readonly angular: string;
  readonly vue: string;
}

const traits: readonly Trait[] = [
  {
    trait: 'What it is',
    react: 'A library for views',
    angular: 'A whole framework',
    vue: 'A framework taken in steps',
  },
  { trait: 'Who makes it', react: 'Meta and a foundation', angular: 'Google', vue: 'An independent team' },
  {
    trait: 'You write',
    react: 'JSX: markup in JavaScript',
    angular: 'TypeScript and HTML templates',
    vue: 'One file: template, script, style',
  },
  {
    trait: 'Change is found',
    react: 'By rendering again and comparing',
    angular: 'By signals, formerly by zones',
    vue: 'By tracking what was read',
  },
  { trait: 'Router, forms, requests', react: 'You choose', angular: 'Included', vue: 'Official, optional' },
  { trait: 'Server rendering', react: 'React Router, Next.js', angular: 'Built in', vue: 'Nuxt' },
];

export function ThreeFrameworks() {
  return (
    <div className="grid gap-5">
      <div className="prose">
        <p>
          React, Angular and Vue agree on the big idea: the page is a tree of components, each a function of
          its state, and the framework keeps the document in step. They differ in how much they decide for
          you.
        </p>
      </div>
      <DataTable
        caption="React, Angular and Vue side by side"
        rows={traits}
        rowKey={({ trait }) => trait}
        columns={[
          { header: 'Trait', cell: ({ trait }) => trait, isName: true },
          { header: 'React', cell: ({ react }) => react },
          { header: 'Angular', cell: ({ angular }) => angular },
          { header: 'Vue', cell: ({ vue }) => vue },
        ]}
      />
      <div className="prose">
        <p>
          <strong>React</strong> is the smallest idea with the largest world around it. Everything is
          JavaScript, so what you know of the language carries over, and for any need there are five packages.
          That is the price, too: two React projects can look nothing alike, and the choosing is your work.
        </p>
        <p>
          <strong>Angular</strong> brings router, forms, HTTP, dependency injection and a test set-up, all
          made to fit and upgraded together. There is more to learn before the first page stands, and less to
          argue about afterwards. Large teams that come and go like that.
        </p>
        <p>
          <strong>Vue</strong> is the quickest to feel at home in. Its templates are HTML with a few
          additions, its reactivity updates exactly what depends on a value, and the official router and store
          are there when you want them. Its world is smaller than React’s, but well kept.
        </p>
        <p>
          All three are fast enough for nearly everything. Choose by the people who will maintain the code and
          by what they know already; then by how many decisions you want to make yourself.
        </p>
      </div>
    </div>
  );
}
