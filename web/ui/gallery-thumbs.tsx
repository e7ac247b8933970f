import type { MouseEvent, RefObject } from 'react';

import type { GalleryPhoto } from './gallery-photo.ts';
import { Picture } from './picture.tsx';

export interface GalleryThumbsProps {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly photos: readonly GalleryPhoto[];
  readonly current: number;
  readonly onChoose: (place: number) => void;
}

/** Thumbnails, each a link to its large photo. */
export function GalleryThumbs({ list, photos, current, onChoose }: GalleryThumbsProps) {
  const choose = (event: MouseEvent, place: number): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onChoose(place);
  };
  return (
    <ul ref={list} className="gallery-thumbs">
      {photos.map((photo, place) => (
        <li key={photo.url}>
          <a
            href={`#photo-${place + 1}`}
            aria-label={`Photo ${place + 1} of ${photos.length}`}
            aria-current={place === current || undefined}
            onClick={(event) => choose(event, place)}
            className="gallery-thumb"
          >
            <Picture {...photo} src={photo.url} alt="" sizes="4rem" className="size-full" />
          </a>
        </li>
      ))}
    </ul>
  );
}
