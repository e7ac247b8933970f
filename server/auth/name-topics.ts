/** Topics of sessions: `sessions:<person id>` is published when a session of that person ends. */
const prefix = 'sessions:';

export const sessionsTopic = (personId: string): string => `${prefix}${personId}`;

/** The person whose session has ended according to a topic; undefined for other topics. */
export const personOfSessionsTopic = (topic: string): string | undefined =>
  topic.startsWith(prefix) ? topic.slice(prefix.length) : undefined;
