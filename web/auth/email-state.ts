import type { Location } from 'react-router';
import * as z from 'zod/mini';

const EmailState = z.object({ email: z.string() });

/** The state of a navigation: the address that was typed on the previous page. */
export type EmailState = z.infer<typeof EmailState>;

export const emailOf = ({ state }: Pick<Location, 'state'>): string | undefined =>
  z.safeParse(EmailState, state).data?.email;
