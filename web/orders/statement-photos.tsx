import { useState } from 'react';

import type { OrderPhoto } from '#contract/orders-disputes.ts';
import { ZoomDialog } from '#web/ui/zoom-dialog.tsx';

/** Photos of a statement; each opens in full size. */
export function StatementPhotos({ photos, name }: { photos: readonly OrderPhoto[]; name: string }) {
  const [open, setOpen] = useState<number>();
  return (
    <>
      <ul aria-label={`Photos of ${name}`} className="flex flex-wrap gap-2 pt-1">
        {photos.map(({ _id, url, width, height, preview }, place) => (
          <li key={_id}>
            <button
              type="button"
              aria-label={`Show photo ${place + 1} of ${photos.length} of ${name} larger`}
              onClick={() => setOpen(place)}
              className="block overflow-hidden rounded-control border border-line"
            >
              <img
                src={url}
                alt=""
                width={width}
                height={height}
                loading="lazy"
                style={{ background: preview }}
                className="size-20 object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <ZoomDialog
          subject={`Photos of ${name}`}
          photos={photos.map((photo) => ({ ...photo, srcset: `${photo.url} ${photo.width}w` }))}
          first={open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
