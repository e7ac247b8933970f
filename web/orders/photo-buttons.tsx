import { type ReactNode, useState } from 'react';

import type { OrderPhoto } from '#contract/orders-disputes.ts';
import type { GalleryPhoto } from '#web/ui/gallery-photo.ts';
import { ZoomDialog } from '#web/ui/zoom-dialog.tsx';

interface PhotoButtonsProps<Photo> {
  /** The name of the list. */
  readonly label: string;
  /** What they show, as in "Photos of …". */
  readonly name: string;
  readonly photos: readonly Photo[];
  readonly className: string;
  /** A small picture of one of them. */
  readonly children: (photo: Photo) => ReactNode;
}

/** Small photos; each opens in full size. */
export function PhotoButtons<Photo extends GalleryPhoto>({
  label,
  name,
  photos,
  className,
  children,
}: PhotoButtonsProps<Photo>) {
  const [open, setOpen] = useState<number>();
  return (
    <>
      <ul aria-label={label} className={`flex gap-2 ${className}`}>
        {photos.map((photo, place) => (
          <li key={photo.url} className="shrink-0">
            <button
              type="button"
              aria-label={`Show photo ${place + 1} of ${photos.length} of ${name} larger`}
              onClick={() => setOpen(place)}
              className="block overflow-hidden rounded-control border border-line"
            >
              {children(photo)}
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <ZoomDialog subject={name} photos={photos} first={open} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

/** The photos of a statement. */
export const StatementPhotos = ({ photos, name }: { photos: readonly OrderPhoto[]; name: string }) => (
  <PhotoButtons
    label={`Photos of ${name}`}
    name={name}
    photos={photos.map((photo) => ({ ...photo, srcset: `${photo.url} ${photo.width}w` }))}
    className="flex-wrap pt-1"
  >
    {({ url, width, height, preview }) => (
      <img
        src={url}
        alt=""
        width={width}
        height={height}
        loading="lazy"
        style={{ background: preview }}
        className="size-20 object-cover"
      />
    )}
  </PhotoButtons>
);
