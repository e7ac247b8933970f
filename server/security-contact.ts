/** Where to report a vulnerability: `security.txt` (RFC 9116). */
import type { FastifyInstance } from 'fastify';

import { dayMs } from '#contract/durations.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';

interface SecurityContactDependencies {
  readonly clock: Clock;
  readonly config: Pick<Config, 'publicUrl' | 'operator'>;
}

const path = '/.well-known/security.txt';

/** RFC 9116 recommends less than a year. Readers consider an expired file as unmaintained. */
const validMs = 180 * dayMs;

export function securityContactRoutes(
  app: FastifyInstance,
  { clock, config: { publicUrl, operator } }: SecurityContactDependencies,
): void {
  app.get(path, async (_request, reply) =>
    reply
      .header('Cache-Control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: ${mailAddress(operator.email)}`,
          `Expires: ${new Date(clock.now().getTime() + validMs).toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${publicUrl}${path}`,
          '',
        ].join('\n'),
      ),
  );
}

/** The address as a URI, with all special characters except the `@` encoded. */
const mailAddress = (email: string): string => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
