import { ConfigError } from '#server/platform/config.ts';
import { EmbeddedPostgresError } from '#server/platform/postgres/embedded-postgres-error.ts';

/** Why a process cannot start. What is the reader's to mend is told in words: a stack would only hide what to do. */
export function reasonOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
