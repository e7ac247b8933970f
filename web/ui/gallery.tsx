import { Suspense, useState } from 'react';

import { lazyPart } from '#web/platform/missing-chunk.tsx';

import type { GalleryPhoto } from './gallery-photo.ts';
import { GalleryThumbs } from './gallery-thumbs.tsx';
import { GalleryTrack } from './gallery-track.tsx';
import { OpeningIndicator } from './opening-indicator.tsx';
import { useGallery } from './use-gallery.ts';

const ZoomDialog = lazyPart(async () => (await import('./zoom-dialog.tsx')).ZoomDialog);

export interface GalleryProps {
  /** What the photos show. */
  readonly subject: string;
  readonly photos: readonly GalleryPhoto[];
  /** The width of the large picture, for the browser's choice of a size. */
  readonly sizes: string;
}

/**
 * Photos one at a time, moved by finger, arrow keys, buttons or thumbnails, and enlarged in a dialog. Without scripts
 * the thumbnails still link to their photos, and each photo to its file.
 */
export function Gallery({ subject, photos, sizes }: GalleryProps) {
  const { track, thumbs, current, show, focusPhoto, step, onScroll, onScrollEnd, clearTarget, onKeyDown } =
    useGallery(photos.length);
  const [zoomed, setZoomed] = useState<number>();
  const close = (last = current): void => {
    setZoomed(undefined);
    show(last);
    // The photo that opened the dialog may be scrolled out of view by now.
    focusPhoto(last);
  };
  return (
    // The gallery's keys work wherever the focus is in it; every control in it also works on its own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section aria-label={`Photos of ${subject}`} className="gallery" onKeyDown={onKeyDown}>
      <GalleryTrack
        list={track}
        subject={subject}
        photos={photos}
        sizes={sizes}
        current={current}
        onStep={step}
        onScroll={onScroll}
        onScrollEnd={onScrollEnd}
        onGrab={clearTarget}
        onZoom={setZoomed}
      />
      {photos.length > 1 && <GalleryThumbs list={thumbs} photos={photos} current={current} onChoose={show} />}
      {zoomed !== undefined && (
        <Suspense fallback={<OpeningIndicator />}>
          <ZoomDialog subject={subject} photos={photos} first={zoomed} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}
