/** The pages of text about the marketplace, by the last part of their address, in the order of every page's foot. */
export const aboutTopics = [
  { name: 'how-it-works', label: 'How it works' },
  { name: 'safety', label: 'Safety' },
  { name: 'fees', label: 'Fees' },
  { name: 'contact', label: 'Contact' },
  { name: 'terms', label: 'Terms' },
  { name: 'privacy', label: 'Privacy' },
  { name: 'imprint', label: 'Imprint' },
] as const;
export type AboutTopic = (typeof aboutTopics)[number]['name'];

/** The address of a page of text. */
export const aboutPath = (topic: AboutTopic): string => `/about/${topic}`;
