import { ConfigError } from '#server/platform/config.ts';
import { EmbeddedPostgresError } from '#server/platform/postgres/embedded-postgres-error.ts';
import { withoutTypedValues } from './log.ts';

/** Why a process cannot start. If the reader can fix it, only the message is printed, because a stack would hide it. */
export function describeStartError(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { message, stack = message, cause } = error;
  const told = stack.replace(message, () => withoutTypedValues(message));
  return cause === undefined ? told : `${told}\nCaused by: ${describeStartError(cause)}`;
}
