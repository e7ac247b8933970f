import { expect, test } from 'vitest';

import { setProblems } from './check-sets.ts';

test.each(['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])(
  '%s is refused without the database that it is another address of',
  (name) => {
    const given = { [name]: 'postgres://db/ringback' };
    expect(setProblems(given)).toEqual([
      `${name} is given without DATABASE_URL: it is another address of the same database, not of the embedded one`,
    ]);
    expect(setProblems({ ...given, DATABASE_URL: 'postgres://pooler/ringback' })).toEqual([]);
  },
);
