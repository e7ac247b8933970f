import { type ComponentType, Suspense, lazy, useEffect } from 'react';

import { awaitCode, catchUp, goWithoutCode } from './early-visitor.ts';

/**
 * A page whose code comes after that of its surroundings: what the server rendered stays as it is, with whatever has
 * been typed, until the code is there, for ever if it never is. Nothing around it may hand it changing properties:
 * React would have to render it anew.
 *
 * @returns the page, and a loader with which a navigation within the site waits for the code, or fails
 */
export function latePage(load: () => Promise<ComponentType>): {
  readonly Page: ComponentType;
  readonly clientLoader: () => Promise<Readonly<Record<string, never>>>;
} {
  let arrive: (page: { default: ComponentType }) => void;
  const arrival = new Promise<{ default: ComponentType }>((resolve) => {
    arrive = resolve;
  });
  const fetchPage = async (): Promise<void> => arrive({ default: await load() });
  let isBegun = false;
  const begin = (): void => {
    if (isBegun) return;
    isBegun = true;
    if (typeof window !== 'undefined') awaitCode();
    fetchPage().catch(goWithoutCode);
  };
  const Late = lazy(() => arrival);
  const page = (
    <Suspense>
      <Late />
      <CatchUp />
    </Suspense>
  );
  return {
    Page: () => {
      // Not only when its turn comes to be hydrated: that is after its surroundings.
      begin();
      return page;
    },
    clientLoader: async () => {
      await fetchPage();
      return {};
    },
  };
}

function CatchUp() {
  useEffect(catchUp, []);
  return null;
}
