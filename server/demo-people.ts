import { demoPeople } from '#db/demo/people.ts';

/** The addresses of the demo's people, by which a demo's data are recognised. */
export const demoEmails: readonly string[] = demoPeople.map(({ email }) => email);
