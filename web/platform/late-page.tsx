import { type ComponentType, Suspense, lazy } from 'react';

/**
 * A page whose code comes after that of its surroundings: what the server rendered stays as it is, with whatever has
 * been typed, until the code is there. Nothing around it may hand it changing properties: React would have to
 * render it anew.
 *
 * @returns the page, and a loader with which a navigation within the site waits for the code
 */
export function latePage(load: () => Promise<ComponentType>): {
  readonly Page: ComponentType;
  readonly clientLoader: () => Promise<null>;
} {
  const Late = lazy(async () => ({ default: await load() }));
  const page = (
    <Suspense>
      <Late />
    </Suspense>
  );
  return {
    Page: () => page,
    clientLoader: async () => {
      await load();
      return null;
    },
  };
}
