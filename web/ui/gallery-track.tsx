import type { MouseEvent, RefObject } from 'react';

import type { GalleryPhoto } from './gallery-photo.ts';
import { icon } from './icon.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx';
import { Picture } from './picture.tsx';

export interface GalleryTrackProps {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly subject: string;
  readonly photos: readonly GalleryPhoto[];
  readonly sizes: string;
  readonly current: number;
  readonly onStep: (by: number) => void;
  readonly onScroll: () => void;
  readonly onScrollEnd: () => void;
  /** Called when the person starts to move the track by finger, mouse or wheel. */
  readonly onGrab: () => void;
  readonly onZoom: (place: number) => void;
}

/** The large photos in a scrolling row that shows one at a time. */
export function GalleryTrack(props: GalleryTrackProps) {
  const { list, photos, current, onStep, onScroll, onScrollEnd, onGrab } = props;
  const last = photos.length - 1;
  return (
    <div className="gallery-stage">
      <ul
        ref={list}
        className="gallery-track"
        // Its links move it: Firefox would make the list itself a stop for Tab as well.
        tabIndex={-1}
        onScroll={onScroll}
        onScrollEnd={onScrollEnd}
        onPointerDown={onGrab}
        onWheel={onGrab}
      >
        {photos.map((photo, place) => (
          <li key={photo.url} id={`photo-${place + 1}`} className="gallery-slide">
            <Slide {...props} photo={photo} place={place} />
          </li>
        ))}
      </ul>
      <EnlargeIcon className="gallery-hint" />
      {last > 0 && (
        <>
          <p aria-live="polite" aria-atomic className="gallery-count">
            <span className="sr-only">Photo </span>
            {current + 1} of {photos.length}
          </p>
          <ArrowButton side="left" isAtEnd={current === 0} onPress={() => onStep(-1)} />
          <ArrowButton side="right" isAtEnd={current === last} onPress={() => onStep(1)} />
        </>
      )}
    </div>
  );
}

const EnlargeIcon = icon(<path d="M14 4.5h5.5V10M19.5 4.5 13 11M10 19.5H4.5V14M4.5 19.5 11 13" />);

/** A photo as a link to its file; with scripts it opens in the dialog. */
function Slide({
  photo,
  place,
  photos,
  subject,
  sizes,
  current,
  onZoom,
}: GalleryTrackProps & { photo: GalleryPhoto; place: number }) {
  const words = photos.length > 1 ? `Photo ${place + 1} of ${photos.length}` : 'Photo';
  const open = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onZoom(place);
  };
  return (
    // One Tab stop for any number of photos; arrow keys move between them.
    <a href={photo.url} tabIndex={place === current ? 0 : -1} onClick={open} className="gallery-link">
      <Picture
        src={photo.url}
        alt={`${words} of ${subject}, enlarge`}
        width={photo.width}
        height={photo.height}
        srcset={photo.srcset}
        avif={photo.avif}
        sizes={sizes}
        isFirst={place === 0}
        className="grid! size-full place-items-center [container-type:size]"
        imageClass="h-auto"
        imageStyle={wholeWithPreview(photo)}
      />
    </a>
  );
}

/** A photo shown whole does not fill its frame: the preview gets the photo's final size. */
const wholeWithPreview = ({ preview, width, height }: GalleryPhoto) => ({
  background: preview,
  width: `min(100cqw, ${(100 * width) / height}cqh)`,
});

function ArrowButton({
  side,
  isAtEnd,
  onPress,
}: {
  side: 'left' | 'right';
  isAtEnd: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={side === 'left' ? 'Previous photo' : 'Next photo'}
      // Still focusable at the end: a button that disappears when pressed loses the focus.
      aria-disabled={isAtEnd}
      data-side={side}
      onClick={onPress}
      className="gallery-arrow needs-script"
    >
      {side === 'left' ? <ChevronLeftIcon /> : <ChevronRightIcon />}
    </button>
  );
}
