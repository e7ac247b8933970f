import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';

import type { GalleryPhoto } from './gallery-photo.ts';
import { useCloseOnBack } from './use-close-on-back.ts';
import { useGallery } from './use-gallery.ts';
import { useZoom } from './use-zoom.ts';
import { ZoomStage } from './zoom-stage.tsx';
import { ZoomTools, pressFactor } from './zoom-tools.tsx';

export interface ZoomDialogProps {
  readonly subject: string;
  readonly photos: readonly GalleryPhoto[];
  /** The index of the first photo to show. */
  readonly first: number;
  /** Called with the photo that was shown last, once the dialog has returned the focus. */
  readonly onClose: (last: number) => void;
}

/** How far an arrow key moves an enlarged photo, in pixels. */
const arrowStep = 80;

/** Full-screen photos that can be enlarged; swiping moves between them. */
export function ZoomDialog({ subject, photos, first, onClose }: ZoomDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const gallery = useGallery(photos.length, first);
  const { track, current, step, show } = gallery;
  const zoom = useZoom(track, current);
  const close = (): void => {
    dialog.current?.close();
    onClose(current);
  };
  useCloseOnBack(true, close);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    track.current?.scrollTo({ left: first * track.current.clientWidth, behavior: 'instant' });
    return () => element?.close();
  }, [track, first]);
  const move = (left: number, top: number): void => {
    if (zoom.scale > 1) zoom.stage()?.scrollBy({ left: left * arrowStep, top: top * arrowStep });
    else if (left !== 0) step(left);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isOurs = !event.ctrlKey && !event.metaKey && !event.altKey;
    const end = endOf(event.key, photos.length);
    if (isOurs && end !== undefined) show(end);
    if (isOurs && (end !== undefined || act(event.key, zoom, move))) event.preventDefault();
  };
  return (
    // The dialog is the closest element that contains everything the keys move.
    <dialog
      ref={dialog}
      aria-label={`Photos of ${subject}, enlarged`}
      className="zoom"
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <ZoomTools place={current} count={photos.length} zoom={zoom} onGo={step} onClose={close} />
      <ZoomTrack subject={subject} photos={photos} gallery={gallery} zoom={zoom} />
    </dialog>
  );
}

interface ZoomTrackProps extends Pick<ZoomDialogProps, 'subject' | 'photos'> {
  readonly gallery: ReturnType<typeof useGallery>;
  readonly zoom: Pick<ReturnType<typeof useZoom>, 'scale' | 'toggle'>;
}

/** The photos in a scrolling row that shows one at a time. */
function ZoomTrack({ subject, photos, gallery, zoom }: ZoomTrackProps) {
  const { track, current, onScroll, onScrollEnd, clearTarget } = gallery;
  return (
    <ul
      ref={track}
      className="zoom-track"
      onScroll={onScroll}
      onScrollEnd={onScrollEnd}
      onPointerDown={clearTarget}
      onWheel={clearTarget}
    >
      {photos.map((photo, place) => (
        <ZoomStage
          key={photo.url}
          photo={photo}
          alt={`Photo ${place + 1} of ${subject}`}
          scale={place === current ? zoom.scale : 1}
          isInView={place === current}
          onToggle={zoom.toggle}
        />
      ))}
    </ul>
  );
}

/** The first or the last photo, if the key leads there. */
function endOf(key: string, count: number): number | undefined {
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** Handles a key. @returns whether it did anything */
function act(
  key: string,
  { zoomBy, zoomTo }: Pick<ReturnType<typeof useZoom>, 'zoomBy' | 'zoomTo'>,
  move: (left: number, top: number) => void,
): boolean {
  if (key === 'ArrowLeft') move(-1, 0);
  else if (key === 'ArrowRight') move(1, 0);
  else if (key === 'ArrowUp') move(0, -1);
  else if (key === 'ArrowDown') move(0, 1);
  else if (key === '+' || key === '=') zoomBy(pressFactor);
  else if (key === '-') zoomBy(1 / pressFactor);
  else if (key === '0') zoomTo(1);
  else return false;
  return true;
}
