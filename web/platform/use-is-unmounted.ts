import { type RefObject, useEffect, useRef } from 'react';

/** Whether the part of a page that calls it is no longer shown, for what goes on after an answer. */
export function useIsUnmounted(): RefObject<boolean> {
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  return isUnmounted;
}
