/** The routes for passkeys. */
import * as calls from '#contract/auth-passkeys.ts';
import { isId } from '#contract/id.ts';
import { deleted, inserted, modified } from '#contract/replies.ts';
import { beginSession, type SecondFactorServices } from './pass-second-factor.ts';
import * as store from './store-passkeys.ts';
import { addPasskey, beginPasskey, beginPasskeyUse, removePasskey, takePasskey } from './use-passkeys.ts';
import type { Api } from '#server/platform/http/http.ts';
import type { Owns } from '#server/platform/http/http-guard.ts';

export function passkeyRoutes(api: Api, services: SecondFactorServices): void {
  const { db } = services;
  const owns: Owns = async (id, person) => {
    const ownerId = isId(id) ? await store.findPasskeyOwner(db, id) : undefined;
    return ownerId === undefined ? undefined : ownerId === person.id;
  };
  api.on(calls.beginPasskey, {
    handle: ({ person, request }) => beginPasskey(services, person, request.headers.origin),
  });
  api.on(calls.addPasskey, {
    handle: async ({ person, body }) => inserted(await addPasskey(services, person, body)),
  });
  api.on(calls.listPasskeys, {
    handle: async ({ person }) =>
      (await store.listPasskeys(db, person.id)).map(({ id, name, createdAt, lastUsedAt }) => ({
        _id: id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
  });
  api.on(calls.renamePasskey, {
    owns,
    handle: async ({ params, body }) => modified(await store.renamePasskey(db, params._id, body.name)),
  });
  api.on(calls.removePasskey, {
    owns,
    handle: async ({ person, params }) => deleted(await removePasskey(services, person, params._id)),
  });
  api.on(calls.beginPasskeyUse, {
    handle: async ({ request }) => beginPasskeyUse(services, request.headers.origin),
  });
  api.on(calls.signInWithPasskey, {
    handle: async ({ body, request, reply }) => {
      const person = await takePasskey(services, body.credential);
      await beginSession(services, request, reply, person);
      return { status: true };
    },
  });
}
