import { data, type LoaderFunctionArgs, type MetaFunction, useParams } from 'react-router';

import { topicOf } from '#web/sections/about/topics.ts';
import { originOf, pageMeta } from '#web/platform/page-meta.ts';

export const meta: MetaFunction = ({ matches, params, location }) => {
  const topic = topicOf(params['topic']);
  return topic === undefined ? [] : pageMeta({ ...topic, path: location.pathname }, originOf(matches));
};

/** @throws 404 for an unknown topic */
export function loader({ params }: LoaderFunctionArgs): null {
  if (topicOf(params['topic']) === undefined) throw data(null, { status: 404, statusText: 'Not Found' });
  return null;
}

/** A text page about Ringback and how it works. */
export default function AboutPage() {
  const topic = topicOf(useParams()['topic']);
  if (topic === undefined) return null;
  const { title, lead, isTemplate = false, Text } = topic;
  return (
    <article className="grid gap-8 desk:grid-cols-[20rem_minmax(0,1fr)] desk:gap-16 desk:pt-8">
      <header className="grid content-start gap-3">
        <h1 className="text-head tablet:text-claim">{title}</h1>
        <p className="max-w-prose text-lead text-quiet">{lead}</p>
      </header>
      <div className="prose min-w-0">
        {isTemplate && (
          <p className="rounded-card bg-wait-soft p-4 text-small">
            This text is a template. The law differs from country to country: whoever runs this marketplace
            has to have it checked and adapted.
          </p>
        )}
        <Text />
      </div>
    </article>
  );
}
