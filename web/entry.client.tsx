import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

import { watchErrors } from '#web/platform/report-error.ts';

const report = watchErrors();

// Only browsers on a secure address have it. Whether it could be set up changes nothing on this page.
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
