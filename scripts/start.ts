// `npm start`: builds the pages if they are stale, then becomes the server.
import { buildIfStale, runningServers } from './build.ts';
import { markFolder } from '#server/platform/process/process-marks.ts';

// React's development build renders several times slower.
process.env.NODE_ENV ??= 'production';

try {
  await buildIfStale();
  // Never removed: the mark of a dead process is ignored.
  await markFolder(runningServers);
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exit(1);
}
await import('#server/main.ts');
