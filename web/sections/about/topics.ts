import type { AboutTopic } from '#contract/about.ts';

import { contact } from './contact.tsx';
import { fees } from './fees.tsx';
import { howItWorks } from './how-it-works.tsx';
import { imprint } from './imprint.tsx';
import { privacy } from './privacy.tsx';
import { safety } from './safety.tsx';
import { terms } from './terms.tsx';
import type { Topic } from './topic.ts';

/** All text pages, by the last part of their URL. They are short and are loaded together. */
const topics: Readonly<Record<AboutTopic, Topic>> = {
  'how-it-works': howItWorks,
  safety,
  fees,
  contact,
  terms,
  privacy,
  imprint,
};

/** The topic of a URL's last part; undefined if it is unknown. */
export const topicOf = (name: string | undefined): Topic | undefined =>
  new Map<string | undefined, Topic>(Object.entries(topics)).get(name);
