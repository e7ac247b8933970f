import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

import type { GalleryPhoto } from './gallery-photo.ts';
import { useBackCloses } from './use-back-closes.ts';
import { useZoom } from './use-zoom.ts';
import { ZoomStage } from './zoom-stage.tsx';
import { ZoomTools, pressFactor } from './zoom-tools.tsx';

export interface ZoomDialogProps {
  readonly subject: string;
  readonly photos: readonly GalleryPhoto[];
  /** The place of the photo to begin with. */
  readonly first: number;
  /** Hears which photo was seen last. */
  readonly onClose: (last: number) => void;
}

/** How far an arrow key moves what is shown larger, in pixels. */
const arrowStep = 80;

/** Photos as large as the screen, and larger. */
export function ZoomDialog({ subject, photos, first, onClose }: ZoomDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(first);
  const zoom = useZoom(stage);
  useBackCloses(true, () => onClose(place));
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const go = (by: number): void => {
    setPlace(Math.min(photos.length - 1, Math.max(0, place + by)));
    zoom.zoomTo(1);
  };
  const move = (left: number, top: number): void => {
    if (zoom.scale > 1) stage.current?.scrollBy({ left: left * arrowStep, top: top * arrowStep });
    else go(left);
  };
  const takeKey = (event: KeyboardEvent): void => {
    const isOurs = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isOurs && act(event.key, zoom, move)) event.preventDefault();
  };
  const photo = photos[place];
  return (
    // The dialog is the nearest thing that holds everything the keys move.
    <dialog
      ref={dialog}
      aria-label={`Photos of ${subject}, enlarged`}
      className="zoom"
      onKeyDown={takeKey}
      onCancel={(event) => {
        event.preventDefault();
        onClose(place);
      }}
    >
      <ZoomTools place={place} count={photos.length} zoom={zoom} onGo={go} onClose={() => onClose(place)} />
      {photo !== undefined && (
        <ZoomStage stage={stage} photo={photo} alt={`Photo ${place + 1} of ${subject}`} zoom={zoom} />
      )}
    </dialog>
  );
}

/** Does what a key asks for. Answers whether it asked for anything. */
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
