import { type RefObject, useEffect, useRef } from 'react';

/** Whether the part of a page that calls it is no longer shown, for what goes on after an answer. */
export function useIsLeft(): RefObject<boolean> {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return isLeft;
}
