import type { MetaFunction } from 'react-router';

import { ManagingState } from '#web/blog/managing-state.tsx';
import { PrototypalInheritance } from '#web/blog/prototypal-inheritance.tsx';
import { ThreeFrameworks } from '#web/blog/three-frameworks.tsx';
import { UnitTests } from '#web/blog/unit-tests.tsx';
import { originOf, pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Blog',
      description:
        'Four questions on web development, answered: managing state, prototypal inheritance, unit tests, and React, Angular and Vue compared.',
      path: paths.blog,
    },
    originOf(matches),
  );

/** Four questions and answers. They open and close without scripts. */
export default function BlogPage() {
  return (
    <div className="grid gap-8 desk:grid-cols-[20rem_minmax(0,1fr)] desk:gap-16 desk:pt-8">
      <header className="grid content-start gap-3">
        <h1 className="text-head tablet:text-claim">Blog</h1>
        <p className="max-w-prose text-lead text-quiet">
          How a site like this one is made: four questions that come up in every team, and how we answer them.
        </p>
      </header>
      <div className="grid max-w-article content-start gap-3">
        <Disclosure summary="What are the ways to manage state in a front-end app?">
          <ManagingState />
        </Disclosure>
        <Disclosure summary="How does prototypal inheritance work?">
          <PrototypalInheritance />
        </Disclosure>
        <Disclosure summary="What is a unit test, and why should we write them?">
          <UnitTests />
        </Disclosure>
        <Disclosure summary="React, Angular or Vue: how do the three compare?">
          <ThreeFrameworks />
        </Disclosure>
      </div>
    </div>
  );
}
