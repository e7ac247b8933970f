// `npm start`: builds the pages if they are stale, then becomes the server.
import { buildIfStale, runningServers } from './build.ts';
import { markFolder } from '#server/platform/process/process-marks.ts';

// React renders several times slower in its development form.
process.env.NODE_ENV ??= 'production';

try {
  await buildIfStale();
  // Never removed: the mark of a dead process counts for nothing.
  await markFolder(runningServers);
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exit(1);
}
await import('#server/main.ts');
