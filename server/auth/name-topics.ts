/** Topics of sessions: `sessions:<person id>` is published when a session of that person ends. */
const prefix = 'sessions:';

export const sessionsTopic = (personId: string): string => `${prefix}${personId}`;

/** The person id of a topic of ended sessions; undefined for other topics. */
export const personOfSessionsTopic = (topic: string): string | undefined =>
  topic.startsWith(prefix) ? topic.slice(prefix.length) : undefined;
