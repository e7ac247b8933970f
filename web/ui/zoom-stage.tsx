import { type MouseEvent, type PointerEvent, useRef } from 'react';

import type { GalleryPhoto } from './gallery-photo.ts';
import type { useZoom } from './use-zoom.ts';

export interface ZoomStageProps {
  readonly photo: GalleryPhoto;
  readonly alt: string;
  /** At 1 the whole photo is visible. */
  readonly scale: number;
  readonly isInView: boolean;
  readonly onToggle: ReturnType<typeof useZoom>['toggle'];
}

/** A mouse that moved less than this has clicked, not dragged. */
const stillPixels = 5;

/** A photo in its frame. Once enlarged, it scrolls by finger, by dragging with the mouse, by wheel and by keys. */
export function ZoomStage({ photo, alt, scale, isInView, onToggle }: ZoomStageProps) {
  const moved = useRef(0);
  const drag = (event: PointerEvent<HTMLElement>): void => {
    // Touch scrolls natively.
    if (event.pointerType !== 'mouse' || event.buttons !== 1) return;
    moved.current += Math.abs(event.movementX) + Math.abs(event.movementY);
    event.currentTarget.scrollBy({ left: -event.movementX, top: -event.movementY, behavior: 'instant' });
  };
  const click = (event: MouseEvent): void => {
    if (moved.current < stillPixels) onToggle({ x: event.clientX, y: event.clientY });
  };
  const size = `${scale * 100}%`;
  return (
    // The dialog's keys and buttons do everything that the mouse does here.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <li
      aria-hidden={!isInView}
      // Scrollable areas must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isInView ? 0 : -1}
      className="zoom-stage"
      data-larger={scale > 1 || undefined}
      onPointerDown={() => (moved.current = 0)}
      onPointerMove={drag}
      onClick={click}
    >
      <img
        src={photo.url}
        alt={alt}
        width={photo.width}
        height={photo.height}
        srcSet={photo.srcset}
        // Larger than any size, so that the largest is chosen.
        sizes="100rem"
        loading={isInView ? 'eager' : 'lazy'}
        draggable={false}
        style={{ width: size, height: size }}
      />
    </li>
  );
}
