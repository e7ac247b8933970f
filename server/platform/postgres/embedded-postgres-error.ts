const elsewhere = 'or set DATABASE_URL to a PostgreSQL (15 or newer) of your own';

/** Its message is for the person who started Ringback, so the stack is not needed. */
export class EmbeddedPostgresError extends Error {}

/** The problem, the remedy, and the alternative without the embedded PostgreSQL. */
export function postgresError(problem: string, remedy: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(`${problem}\n${remedy}, ${elsewhere}.`, { cause });
}

/** Translates the error of a file operation below `folder` into advice. */
export function folderError(folder: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (isDiskFull(reason)) return diskFullError(folder, cause);
  return postgresError(
    `The data folder ${folder} cannot be written: ${reason}`,
    'Make it writable for this user, set DATA_DIR to another folder',
    cause,
  );
}

/** Translates the last output of `initdb` or `postgres`. */
export function programError(program: string, cluster: string, output: string): Error {
  if (isDiskFull(output)) return diskFullError(cluster);
  if (/error while loading shared libraries/.test(output)) {
    return postgresError(
      `The embedded PostgreSQL lacks a system library: ${output}`,
      'Install it with the system’s package manager (libstdc++ is the usual one)',
    );
  }
  if (/could not look up effective user/.test(output)) {
    return postgresError(
      `PostgreSQL needs a named user, and this process runs as number ${process.getuid?.() ?? '?'} without one.`,
      'Run Ringback as a user of /etc/passwd',
    );
  }
  const said = output || 'it gave no reason';
  return postgresError(`${program} failed in ${cluster}: ${said}`, 'Mend what it names');
}

function isDiskFull(text: string): boolean {
  return /ENOSPC|No space left on device|EDQUOT|Disk quota exceeded/i.test(text);
}

function diskFullError(folder: string, cause?: unknown): Error {
  return postgresError(
    `The disk that holds ${folder} is full.`,
    'Free some space, set DATA_DIR to a folder on another disk',
    cause,
  );
}
