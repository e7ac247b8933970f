/** Topics of sessions: `sessions:<person id>` is published when a session of that person ends. */
const prefix = 'sessions:';

export const sessionsTopic = (personId: string): string => `${prefix}${personId}`;

/** Whose session a topic says has ended; undefined for every other topic. */
export const personOfSessionsTopic = (topic: string): string | undefined =>
  topic.startsWith(prefix) ? topic.slice(prefix.length) : undefined;
