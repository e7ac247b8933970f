import type { FastifyInstance } from 'fastify';

import { watchChanges } from '#contract/live.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import { Failure } from '#server/platform/failure.ts';
import { type Guard, admit } from '#server/platform/http/http-guard.ts';
import type { Api } from '#server/platform/http/http.ts';
import { openStreams } from './service.ts';

export interface LiveDependencies {
  readonly guard: Guard;
  readonly changes: Changes;
}

/** Registers the endpoint of the streams, which end when the application closes. */
export function liveRoutes(api: Api, app: FastifyInstance, { guard, changes }: LiveDependencies): void {
  const streams = openStreams(changes);
  app.addHook('preClose', async () => streams.close());
  api.on(watchChanges, {
    handle: async ({ person, request, reply }) => {
      // From now on the stream writes the response.
      reply.hijack();
      streams.open(person.id, reply.raw, () => isStillAllowed(guard, request));
      return '';
    },
  });
}

async function isStillAllowed(guard: Guard, request: Parameters<typeof admit>[2]): Promise<boolean> {
  try {
    return (await admit(guard, watchChanges.access, request)) !== undefined;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
