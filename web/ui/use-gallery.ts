import { type KeyboardEvent, useCallback, useRef, useState } from 'react';

/**
 * Which of `count` photos a track shows, and the functions that move it.
 *
 * @param first the place that the track is at when it appears
 */
export function useGallery(count: number, first = 0) {
  const track = useRef<HTMLUListElement>(null);
  const thumbs = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(first);
  /** The photo that the track is scrolling to: the next key press counts from there. */
  const target = useRef<number>(undefined);

  const show = useCallback(
    (index: number): void => {
      const next = Math.min(count - 1, Math.max(0, index));
      const list = track.current;
      if (list === null) return;
      const left = next * list.clientWidth;
      // If nothing has to scroll, no event would end the movement.
      target.current = Math.abs(list.scrollLeft - left) < 1 ? undefined : next;
      // Only the list scrolls, not the page; its style decides how.
      list.scrollTo({ left });
    },
    [count],
  );
  const focusPhoto = (index: number): void => {
    if (track.current !== null) linkOf(track.current, index)?.focus({ preventScroll: true });
  };
  const step = (by: number): void => show((target.current ?? current) + by);
  const onScroll = (): void => {
    if (track.current !== null) setCurrent(visiblePlace(track.current));
  };
  /** The end of the previous scroll may be reported after the next one has begun: then the target is kept. */
  const onScrollEnd = (): void => {
    if (track.current !== null && visiblePlace(track.current) === target.current) clearTarget();
  };
  const clearTarget = (): void => {
    target.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = placeAfter(event.key, target.current ?? current, count);
    // The dialog above the gallery handles its own keys.
    if (next === undefined || isInDialog(event)) return;
    event.preventDefault();
    show(next);
    for (const list of [track.current, thumbs.current]) {
      if (list?.contains(document.activeElement)) linkOf(list, next)?.focus({ preventScroll: true });
    }
  };
  return { track, thumbs, current, show, focusPhoto, step, onScroll, onScrollEnd, clearTarget, onKeyDown };
}

/** The place that a key leads to; undefined for other keys. */
function placeAfter(key: string, place: number, count: number): number | undefined {
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: Math.max(0, place - 1),
    ArrowRight: Math.min(count - 1, place + 1),
    Home: 0,
    End: count - 1,
  };
  return places[key];
}

const isInDialog = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('dialog') !== null;

const visiblePlace = ({ scrollLeft, clientWidth }: HTMLElement): number =>
  Math.round(scrollLeft / clientWidth);

const linkOf = (list: HTMLElement, place: number): HTMLElement | null =>
  list.children[place]?.querySelector('a') ?? null;
