/** For `useSyncExternalStore`: whether the window is so narrow that what is beside the content opens as a sheet. */

const narrow = '(width < 64rem)';

export const isNarrow = (): boolean => matchMedia(narrow).matches;

/** Calls `onChange` when that changes. @returns ends it */
export function watchWidth(onChange: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
