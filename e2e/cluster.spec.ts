// Behaviour that depends on nginx: runs only on the cluster.
import { expect, test } from '@playwright/test';

test('the metrics of the processes are not public under any spelling of the address', async ({
  request,
  baseURL,
}) => {
  for (const path of [
    '/metrics',
    '/metrics/',
    '//metrics',
    '/%6detrics',
    '/blog/../metrics',
    '/metrics?x=1',
  ]) {
    const reply = await request.get(`${baseURL}${path}`, { maxRedirects: 0 });
    expect([path, reply.status()]).toEqual([path, 404]);
    expect(await reply.text()).not.toContain('page_cache_hits_total');
  }
  expect((await request.get('/healthz')).status()).toBe(200);
});
