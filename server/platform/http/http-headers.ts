import type { FastifyInstance } from 'fastify';

import { isCall } from './request-target.ts';

/** Headers of every answer, against MIME sniffing, leaked referrers and framing. */
export function addSafetyHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Frame-Options': 'SAMEORIGIN',
    // The Google popup reports by BroadcastChannel and must be able to close itself.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
    ...(publicUrl.startsWith('https:')
      ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    reply.header('X-Request-Id', request.id);
    if (isCall(request.url)) reply.header('Cache-Control', 'no-store');
    done();
  });
}
