import { Button } from '#web/ui/button.tsx';

import type { ProductDraft } from './use-product-draft.ts';

/** Says that an unfinished listing is in the form again, and offers to begin with an empty one. */
export function DraftNotice({ draft: { isRestored, discard } }: { draft: ProductDraft }) {
  return (
    <div aria-live="polite">
      {isRestored && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card bg-wait-soft px-4 py-3">
          <p>Your unfinished listing is here again, as you left it in this browser.</p>
          <Button variant="quiet" onClick={discard}>
            Start over
          </Button>
        </div>
      )}
    </div>
  );
}
