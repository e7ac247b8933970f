import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';

import type { Access } from '#contract/access.ts';
import { admit, checkOwnership, type Guard, type Viewer } from './http-guard.ts';

const viewer: Viewer = {
  id: 'one',
  sessionId: 'session',
  email: 'mina@example.com',
  name: 'Mina',
  isSeller: true,
  isAdmin: false,
  emailConfirmed: false,
  isFresh: false,
  owesFactor: false,
  suspension: null,
};

/**
 * Whether a person is admitted who has confirmed their e-mail address, or has not.
 *
 * @param isTheirs whether the object belongs to them
 * @param body of the request, with the subject
 */
async function admitted(
  access: Access,
  emailConfirmed: boolean,
  isTheirs = mayOwn(access),
  body: object = { email: 'mina@example.com', id: 'two' },
): Promise<string | undefined> {
  const person = { ...viewer, emailConfirmed };
  const guard: Guard = {
    readToken: async () => ({ id: person.id, sessionId: person.sessionId }),
    findPerson: async () => person,
    findSessionHolder: async () => person,
    listFactorWays: async () => [],
  };
  // Nothing else is read.
  const request = { headers: { authorization: 'Bearer x' }, body } as FastifyRequest;
  const caller = await admit(guard, access, request);
  if (caller?.person !== undefined)
    await checkOwnership(access, async () => isTheirs, caller.person, request);
  return caller?.id;
}

const mayOwn = (access: Access): boolean => !('own' in access) || access.own !== 'never';

const accesses: readonly Access[] = [
  { who: 'signed-in', emailConfirmed: true },
  { who: 'seller', own: 'only', subject: 'body.email', emailConfirmed: true },
  { who: 'signed-in', own: 'never', subject: 'body.id', emailConfirmed: true, decidedInStatement: true },
];

test.each(accesses)('what asks for a confirmed address is refused without one: %j', async (access) => {
  await expect(admitted(access, false)).rejects.toMatchObject({
    code: 'request.email-not-confirmed',
    status: 403,
  });
  expect(await admitted(access, true)).toBe('one');
});

test('nobody is asked for a confirmed address for what they may not do with it either', async () => {
  for (const access of accesses.filter((each) => 'own' in each))
    await expect(admitted(access, false, !mayOwn(access))).rejects.toMatchObject({
      code: 'request.forbidden',
    });
});

test.each([{}, { email: '', id: '' }, { email: ['mina@example.com'], id: ['two'] }])(
  'a subject that names no object does not make a confirmed address needless: %j',
  async (body) => {
    for (const access of accesses)
      await expect(admitted(access, false, mayOwn(access), body)).rejects.toMatchObject({
        code: 'request.email-not-confirmed',
      });
  },
);

test('access that does not ask for a confirmed address is granted without one', async () => {
  expect(await admitted({ who: 'signed-in' }, false)).toBe('one');
});
