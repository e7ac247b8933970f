import { demoPeople } from '#db/demo/people.ts';

/** The addresses of the demo's people: what tells a demo's data. */
export const demoEmails: readonly string[] = demoPeople.map(({ email }) => email);
