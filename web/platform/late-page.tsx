import { type ComponentType, Suspense, lazy, useEffect, useState } from 'react';

import { pressLate } from './late-press.ts';

/**
 * A page whose code comes after that of its surroundings: what the server rendered stays as it is, with whatever has
 * been typed, until the code is there; a button that was pressed meanwhile is pressed then. Nothing around it may hand
 * it changing properties: React would have to render it anew.
 *
 * @returns the page, and a loader with which a navigation within the site waits for the code
 */
export function latePage(load: () => Promise<ComponentType>): {
  readonly Page: ComponentType;
  readonly clientLoader: () => Promise<null>;
} {
  let loaded: ComponentType | undefined;
  const loadOnce = async (): Promise<ComponentType> => (loaded ??= await load());
  const Late = lazy(async () => ({ default: wokenUp(await loadOnce()) }));
  const page = (
    <div data-late="" className="contents">
      <Suspense>
        <Late />
      </Suspense>
    </div>
  );
  return {
    Page: function LatePage() {
      // Decided once: where the code is there already the page comes at once, and what has woken up stays as it is.
      const [Ready] = useState(() => loaded);
      return Ready === undefined ? page : <Ready />;
    },
    clientLoader: async () => {
      await loadOnce();
      return null;
    },
  };
}

function wokenUp(Page: ComponentType): ComponentType {
  return function WokenUp() {
    // After the effects of all that the page holds.
    useEffect(pressLate, []);
    return <Page />;
  };
}
