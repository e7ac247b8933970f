import { ConfigError } from '#server/platform/config.ts';
import { EmbeddedPostgresError } from '#server/platform/postgres/embedded-postgres-error.ts';

/** Why a process cannot start. If the reader can fix it, only the message is printed, because a stack would hide it. */
export function reasonOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
