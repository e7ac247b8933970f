/** Errors of our own pages in people's browsers, as those pages report them. */
import * as z from 'zod/mini';

import { anyone } from './access.ts';
import { endpoint, perAddress } from './endpoint.ts';

/** Larger reports are refused. */
const clientErrorMaxBytes = 4096;

const text = (name: string, max: number) =>
  z.string(`${name} is missing`).check(z.maxLength(max, `${name} has at most ${max} characters`));

/** The page sends no personal data, and the server removes what looks like personal data once more. */
export const ClientError = z.object({
  message: text('message', 500),
  stack: z.optional(text('stack', 2500)),
  /** The page's path, without its query. */
  path: text('path', 300),
});
export type ClientError = z.infer<typeof ClientError>;

export const reportClientError = endpoint({
  method: 'POST',
  path: '/client-errors',
  summary: 'An error of a page in a browser, for the log; without personal data',
  access: anyone,
  body: ClientError,
  maxBodyBytes: clientErrorMaxBytes,
  reply: z.object({ acknowledged: z.literal(true) }),
  rateLimit: perAddress(20, 60),
});
