import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const most = 4;
/** What a click shows larger by. */
const closeUp = 2.5;

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Shows what is inside of a scrolling element larger and smaller, around a point that stays where it is: by wheel,
 * by two fingers, or asked for.
 */
export function useZoom(stage: RefObject<HTMLElement | null>) {
  const [scale, setScale] = useState(1);
  const now = useRef(1);
  const goal = useRef<{ left: number; top: number }>(undefined);

  const zoomTo = useCallback(
    (wanted: number, at?: Point): void => {
      const element = stage.current;
      if (element === null) return;
      const next = Math.min(most, Math.max(1, wanted));
      goal.current = scrollFor(element, next / now.current, at ?? middleOf(element));
      now.current = next;
      setScale(next);
    },
    [stage],
  );
  const zoomBy = useCallback((factor: number, at?: Point) => zoomTo(now.current * factor, at), [zoomTo]);
  const toggle = useCallback((at: Point) => zoomTo(now.current > 1 ? 1 : closeUp, at), [zoomTo]);
  useLayoutEffect(() => {
    if (goal.current !== undefined) stage.current?.scrollTo({ ...goal.current, behavior: 'instant' });
  }, [scale, stage]);
  useEffect(() => {
    const element = stage.current;
    return element === null ? undefined : listenTo(element, zoomBy);
  }, [stage, zoomBy]);
  return { scale, isLargest: scale >= most, zoomTo, zoomBy, toggle };
}

/** Where to scroll so that the point stays under the finger when everything grows by a factor. */
function scrollFor(element: HTMLElement, factor: number, { x, y }: Point) {
  const { left, top } = element.getBoundingClientRect();
  return {
    left: (element.scrollLeft + x - left) * factor - (x - left),
    top: (element.scrollTop + y - top) * factor - (y - top),
  };
}

function middleOf(element: HTMLElement): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Wheel and two fingers; not through React, whose listeners may not keep the browser from zooming the page. */
function listenTo(element: HTMLElement, zoomBy: (factor: number, at: Point) => void): () => void {
  let spread = 0;
  const turn = (event: WheelEvent): void => {
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY / 400), { x: event.clientX, y: event.clientY });
  };
  const touch = (event: TouchEvent): void => {
    const [one, two] = event.touches;
    if (one === undefined || two === undefined) {
      spread = 0;
      return;
    }
    event.preventDefault();
    const wide = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
    const at = { x: (one.clientX + two.clientX) / 2, y: (one.clientY + two.clientY) / 2 };
    if (spread > 0) zoomBy(wide / spread, at);
    spread = wide;
  };
  element.addEventListener('wheel', turn, { passive: false });
  for (const kind of ['touchstart', 'touchmove', 'touchend'] as const)
    element.addEventListener(kind, touch, { passive: false });
  return () => {
    element.removeEventListener('wheel', turn);
    for (const kind of ['touchstart', 'touchmove', 'touchend'] as const)
      element.removeEventListener(kind, touch);
  };
}
