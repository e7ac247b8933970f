import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const most = 4;
/** The zoom factor of a click. */
const closeUp = 2.5;

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Zooms one photo of a track around a fixed point, by wheel or by call. Two fingers zoom the whole page, as everywhere.
 * A photo that comes into view is shown at its normal size.
 *
 * @param place of the photo that is in view
 */
export function useZoom(track: RefObject<HTMLElement | null>, place: number) {
  const [zoomed, setZoomed] = useState({ place, scale: 1 });
  const now = useRef(zoomed);
  const goal = useRef<{ left: number; top: number }>(undefined);
  const stage = useCallback(() => track.current?.children[place], [track, place]);

  const zoomTo = useCallback(
    (wanted: number, at?: Point): void => {
      const element = stage();
      if (element === undefined) return;
      const next = Math.min(most, Math.max(1, wanted));
      goal.current = scrollFor(element, next / scaleOf(now.current, place), at ?? middleOf(element));
      now.current = { place, scale: next };
      setZoomed(now.current);
    },
    [stage, place],
  );
  const zoomBy = useCallback(
    (factor: number, at?: Point) => zoomTo(scaleOf(now.current, place) * factor, at),
    [zoomTo, place],
  );
  const toggle = useCallback(
    (at: Point) => zoomTo(scaleOf(now.current, place) > 1 ? 1 : closeUp, at),
    [zoomTo, place],
  );
  useLayoutEffect(() => {
    if (goal.current !== undefined) stage()?.scrollTo({ ...goal.current, behavior: 'instant' });
    goal.current = undefined;
  }, [zoomed, stage]);
  useEffect(() => {
    const element = track.current;
    return element === null ? undefined : listenToWheel(element, zoomBy);
  }, [track, zoomBy]);
  const scale = scaleOf(zoomed, place);
  return { scale, isLargest: scale >= most, stage, zoomTo, zoomBy, toggle };
}

const scaleOf = (zoomed: { place: number; scale: number }, place: number): number =>
  zoomed.place === place ? zoomed.scale : 1;

/** The scroll position that keeps the point in place when everything grows by a factor. */
function scrollFor(element: Element, factor: number, { x, y }: Point) {
  const { left, top } = element.getBoundingClientRect();
  return {
    left: (element.scrollLeft + x - left) * factor - (x - left),
    top: (element.scrollTop + y - top) * factor - (y - top),
  };
}

function middleOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/**
 * Not through React, whose wheel listeners are passive and cannot prevent scrolling. A sideways wheel moves to other
 * photos.
 */
function listenToWheel(element: HTMLElement, zoomBy: (factor: number, at: Point) => void): () => void {
  const turn = (event: WheelEvent): void => {
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY / 400), { x: event.clientX, y: event.clientY });
  };
  element.addEventListener('wheel', turn, { passive: false });
  return () => element.removeEventListener('wheel', turn);
}
