import type { PhotoList } from './photo-list.ts';

/** What a form that is being sent still waits for: the photos and their progress may be off the screen. */
export function WaitingPhotos({ list, isSubmitting }: { list: PhotoList; isSubmitting: boolean }) {
  const waiting = list.photos.filter(
    ({ sentAs, failure }) => sentAs === undefined && failure === undefined,
  ).length;
  const words = waiting === 1 ? '1 photo is still being sent.' : `${waiting} photos are still being sent.`;
  return (
    <p aria-live="polite" className="text-small text-quiet empty:absolute">
      {isSubmitting && waiting > 0 ? words : ''}
    </p>
  );
}
