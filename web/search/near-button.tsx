import { Suspense, useState } from 'react';

import { lazyPart } from '#web/platform/missing-code.tsx';
import { Button } from '#web/ui/button.tsx';
import { OpeningSign } from '#web/ui/opening-sign.tsx';

const NearDialog = lazyPart(async () => (await import('./near-dialog.tsx')).NearDialog);

/** Opens the choice of a city, from which distances are measured. Which one is chosen is said above the list. */
export function NearButton() {
  const [isOpen, setOpen] = useState(false);
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
        <Suspense fallback={<OpeningSign />}>
          <NearDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
