import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

import { ignoreStrayClicks } from '#web/platform/ignore-stray-clicks.ts';
import { precedeRouter } from '#web/platform/precede-router.ts';
import { watchErrors } from '#web/platform/report-error.ts';

const report = watchErrors();
ignoreStrayClicks();
precedeRouter();

// Available only on secure origins. If it fails, nothing changes on this page.
addEventListener(
  'load',
  () => void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined),
);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter onError={report} />
    </StrictMode>,
    { onRecoverableError: report },
  );
});
