import { IconButton } from './button.tsx';
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from './icons.tsx';
import { MinusIcon, PlusIcon } from './tool-icons.tsx';
import type { useZoom } from './use-zoom.ts';

/** The zoom factor of one press. */
export const pressFactor = 1.5;

export interface ZoomToolsProps {
  readonly place: number;
  readonly count: number;
  readonly zoom: Pick<ReturnType<typeof useZoom>, 'scale' | 'isLargest' | 'zoomBy'>;
  readonly onGo: (by: number) => void;
  readonly onClose: () => void;
}

/** The buttons above an enlarged photo. */
export function ZoomTools({
  place,
  count,
  zoom: { scale, isLargest, zoomBy },
  onGo,
  onClose,
}: ZoomToolsProps) {
  return (
    <div className="flex items-center gap-1 p-2">
      {count > 1 && (
        <>
          <IconButton label="Previous photo" aria-disabled={place === 0} onClick={() => onGo(-1)}>
            <ChevronLeftIcon />
          </IconButton>
          <p aria-live="polite" aria-atomic className="text-small tabular-nums">
            {place + 1} of {count}
          </p>
          <IconButton label="Next photo" aria-disabled={place === count - 1} onClick={() => onGo(1)}>
            <ChevronRightIcon />
          </IconButton>
        </>
      )}
      <span className="grow" />
      <IconButton label="Zoom out" aria-disabled={scale === 1} onClick={() => zoomBy(1 / pressFactor)}>
        <MinusIcon />
      </IconButton>
      <output aria-live="polite" aria-atomic className="min-w-12 text-center text-small tabular-nums">
        {Math.round(scale * 100)}%
      </output>
      <IconButton label="Zoom in" aria-disabled={isLargest} onClick={() => zoomBy(pressFactor)}>
        <PlusIcon />
      </IconButton>
      <IconButton label="Close" onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
