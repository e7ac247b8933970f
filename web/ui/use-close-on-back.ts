/**
 * Back closes what is open above the page: a dialog, a sheet, an enlarged photo. Each has a history entry of its own
 * with the page's URL, which the router does not know about.
 */
import { useEffect, useEffectEvent, useId } from 'react';
import { type Location, createPath, useLocation } from 'react-router';

/** Closes when the person goes back, and removes the history entry if it closes in another way. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  // React gives the same ids after a reload, and the history keeps the entries from before it.
  const id = `${performance.timeOrigin}${useId()}`;
  const location = useLocation();
  const leave = useEffectEvent((event: PopStateEvent) => {
    if (layersOf(event.state).includes(id)) return;
    // The page stays, so the router has nothing to do.
    stopEvent(event);
    restore(location, event.state);
    onClose();
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    pushLayer(id);
    const onPopState = (event: PopStateEvent): void => leave(event);
    window.addEventListener('before-router', onPopState);
    return () => {
      window.removeEventListener('before-router', onPopState);
      if (layersOf(history.state).includes(id)) goBackSilently();
    };
  }, [isOpen, id]);
}

/**
 * Removes the history entry of the open layer, for a navigation that starts in it: the navigation must replace that
 * entry, or going back would lead to it.
 *
 * @returns whether there was one, for the navigation's `replace`
 */
export function removeLayer(): boolean {
  const state: unknown = history.state;
  if (layersOf(state).length === 0) return false;
  history.replaceState({ ...entryOf(state), layers: [] }, '');
  return true;
}

function pushLayer(id: string): void {
  const before: unknown = history.state;
  const state = { ...entryOf(before), idx: indexOf(before) + 1, layers: [...layersOf(before), id] };
  history.pushState(state, '');
}

function goBackSilently(): void {
  window.addEventListener('before-router', stopEvent, { once: true });
  history.back();
}

/** Neither the router nor another layer handles it. */
function stopEvent(event: PopStateEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Choices made while it was open have history entries of their own: going back closes the layer, and keeps the last
 * choice.
 */
function restore(location: Location, landed: unknown): void {
  const path = createPath(location);
  if (path === `${window.location.pathname}${window.location.search}${window.location.hash}`) return;
  const usr: unknown = location.state;
  history.pushState({ usr, key: location.key, idx: indexOf(landed) + 1 }, '', path);
}

const entryOf = (state: unknown): object => (typeof state === 'object' && state !== null ? state : {});

/** The router numbers its history entries. */
function indexOf(state: unknown): number {
  const entry = entryOf(state);
  return 'idx' in entry && typeof entry.idx === 'number' ? entry.idx : 0;
}

function layersOf(state: unknown): readonly unknown[] {
  const entry = entryOf(state);
  return 'layers' in entry && Array.isArray(entry.layers) ? entry.layers : [];
}
