import { createStaticHandler, isRouteErrorResponse } from 'react-router';
import { expect, test } from 'vitest';

import { contextFor, handleError } from './entry.server.tsx';

/** The router's answer to a request of the only page. */
async function failureOf(request: Request): Promise<unknown> {
  const { query } = createStaticHandler([{ id: 'page', path: '/' }]);
  const result = await query(request);
  if (result instanceof Response) throw new Error('an answer');
  return result.errors?.['page'];
}

const noCalls = async () => ({ status: 404, body: undefined, header: () => null });

function reported(error: unknown, request: Request): unknown[] {
  const heard: unknown[] = [];
  const context = contextFor(noCalls, (failure) => heard.push(failure));
  handleError(error, { request, context, params: {} });
  return heard;
}

test('a request that the router refuses is no failure of a page, a loader that fails is', async () => {
  const request = new Request('http://localhost/', { method: 'POST', body: 'x' });
  const refusal = await failureOf(request);
  expect(isRouteErrorResponse(refusal) && refusal.status).toBe(405);
  expect(reported(refusal, request)).toEqual([]);
  const failure = new Error('no');
  expect(reported(failure, request)).toEqual([failure]);
});
