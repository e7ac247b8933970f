import { Suspense, useState } from 'react';

import { lazyPart } from '#web/platform/missing-chunk.tsx';
import { Button } from '#web/ui/button.tsx';
import { OpeningIndicator } from '#web/ui/opening-indicator.tsx';

import type { NearEntry } from './near-dialog.tsx';

const NearDialog = lazyPart(async () => (await import('./near-dialog.tsx')).NearDialog);

/** Opens the dialog in which a city for distances is chosen. The chosen city is shown as a chip above the list. */
export function NearButton() {
  const [isOpen, setOpen] = useState(false);
  const [entry, setEntry] = useState<NearEntry>({});
  return (
    <>
      <Button
        variant="quiet"
        onClick={() => setOpen(true)}
        className="needs-script whitespace-nowrap max-phone:px-2.5"
      >
        Near me
      </Button>
      {isOpen && (
        <Suspense fallback={<OpeningIndicator />}>
          <NearDialog entry={entry} onEntry={setEntry} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
