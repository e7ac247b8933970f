import { AlertIcon } from '#web/ui/icons.tsx';
import { ProgressBar } from '#web/ui/photo-field.tsx';

import type { ListedPhoto } from './photo-list.ts';

interface PhotoRowProps {
  readonly photo: ListedPhoto;
  readonly place: number;
  /** Whether the first photo is shown on a card. */
  readonly hasCover: boolean;
}

/** A chosen photo and the progress of its upload. */
export function PhotoRow({ photo, place, hasCover }: PhotoRowProps) {
  const { key, name, sentAs, failure, progress } = photo;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-3">
      <span className="size-14 shrink-0 overflow-hidden rounded-control bg-sunken">
        <img
          src={key}
          alt=""
          draggable={false}
          className="size-full object-cover"
          // If the file is no picture, the text below says so.
          onError={({ currentTarget }) => (currentTarget.hidden = true)}
        />
      </span>
      <div className="grid min-w-0 grow basis-12 gap-1 text-small">
        <p className="truncate">{name}</p>
        {failure === undefined && sentAs === undefined && (
          <ProgressBar value={progress} label={`Sending picture ${place + 1}`} />
        )}
        {sentAs !== undefined && (
          <p className="text-quiet">{hasCover && place === 0 ? 'On the card' : 'Ready'}</p>
        )}
      </div>
    </div>
  );
}

/** A photo's error, and what the person can do about it. */
export function PhotoFailure({
  photo: { failure, isRefused },
  onRetry,
}: {
  photo: ListedPhoto;
  onRetry: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 pb-1 text-small">
      <p role="alert" className="flex gap-1.5 text-bad">
        <AlertIcon className="mt-px size-4.5" />
        {failure}
      </p>
      {isRefused !== true && (
        <button type="button" onClick={onRetry} className="min-h-11 px-2 font-semibold text-action">
          Send again
        </button>
      )}
    </div>
  );
}
