/** The text pages about the marketplace, by the last part of their URL, in the order of the footer. */
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

/** The URL of a text page. */
export const aboutPath = (topic: AboutTopic): string => `/about/${topic}`;
