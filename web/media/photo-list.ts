import { type RefObject, useEffect, useRef, useState } from 'react';

import { mediaErrors, pictureRules } from '#contract/media.ts';
import type { UploadOptions } from '#web/platform/api.ts';
import { isApiError, messageOf } from '#web/platform/api-error.ts';
import { useIsUnmounted } from '#web/platform/use-is-unmounted.ts';
import { UserFacingError } from '#web/platform/user-facing-error.ts';

/** One photo, before, during or after its upload. */
export interface ListedPhoto {
  /** A unique URL that shows the photo as long as the page is open. */
  readonly key: string;
  /** Absent for a photo that was uploaded before. */
  readonly file?: File;
  /** Its name in the list. */
  readonly name: string;
  /** The uploaded share, 0 to 1. */
  readonly progress: number;
  /** Once it is uploaded, the server's name of it: URL or id. */
  readonly sentAs?: string;
  /** Why the upload failed. */
  readonly failure?: string;
  /** Whether another attempt would fail in the same way. */
  readonly isRefused?: boolean;
}

export interface PhotoList {
  readonly photos: readonly ListedPhoto[];
  /**
   * Adds files and begins to upload them, in place of photos that were refused. Files that are in the list already are
   * not added again.
   *
   * @returns how many were too many
   */
  readonly add: (files: readonly File[]) => number;
  readonly remove: (key: string) => void;
  readonly move: (key: string, place: number) => void;
  /** Puts the photos that were uploaded before at the places of their URLs, and the added ones at those of `null`. */
  readonly arrange: (order: readonly (string | null)[]) => void;
  readonly retry: (key: string) => void;
  /** Begins to upload all added photos again, which the server no longer has. */
  readonly sendAgain: () => void;
  /** Waits for the running uploads and repeats the failed ones. @returns every photo in its new state */
  readonly settle: () => Promise<readonly ListedPhoto[]>;
}

/** Uploads one photo; a removed one is aborted. @returns the server's name of it */
export type SendPhoto = (
  form: FormData,
  options: Required<Pick<UploadOptions, 'signal' | 'onUploadProgress'>>,
) => Promise<string>;

/** Why a photo is not uploaded at all: another attempt would fail in the same way. */
export class UnusablePhoto extends UserFacingError {
  override readonly name = 'UnusablePhoto';
}

/**
 * Photos in an order, each uploaded as soon as it is chosen, one after the other and independently.
 *
 * @param before addresses of photos that are here already: the list begins with them
 */
export function usePhotoList(most: number, sendPhoto: SendPhoto, before: readonly string[] = []): PhotoList {
  const list = useListState(before);
  const { photos, latest, update } = list;
  const { enqueue, abort, wait } = useQueue(list, sendPhoto);
  const add = (files: readonly File[]): number => {
    const kept = latest.current.filter(({ isRefused }) => isRefused !== true);
    const unlisted = files.filter((file) => !kept.some((photo) => isSameFile(photo.file, file)));
    const fresh = unlisted.slice(0, most - kept.length).map(listed);
    release(latest.current.filter((photo) => !kept.includes(photo)));
    update(() => [...kept, ...fresh]);
    for (const { key, failure } of fresh) if (failure === undefined) enqueue(key);
    return unlisted.length - fresh.length;
  };
  const remove = (key: string): void => {
    URL.revokeObjectURL(key);
    update((all) => all.filter((photo) => photo.key !== key));
    abort(key);
  };
  const sendAgain = (): void => {
    for (const { key, file, sentAs } of latest.current) if (file && sentAs !== undefined) enqueue(key);
  };
  const settle = async (): Promise<readonly ListedPhoto[]> => {
    await wait();
    for (const { key, failure, isRefused } of latest.current) {
      if (failure !== undefined && isRefused !== true) enqueue(key);
    }
    await wait();
    return latest.current;
  };
  const move: PhotoList['move'] = (key, place) => update((all) => moved(all, key, place));
  const arrange: PhotoList['arrange'] = (order) => update((all) => arranged(all, order));
  return { photos, add, remove, move, arrange, retry: enqueue, sendAgain, settle };
}

/** Uploads listed photos one after the other, until the page is left: what it was sending is not sent. */
function useQueue({ latest, update }: ListState, sendPhoto: SendPhoto) {
  const queue = useRef<Promise<void>>(Promise.resolve());
  const running = useRef<{ readonly key: string; readonly control: AbortController }>(undefined);
  const isUnmounted = useIsUnmounted();
  useEffect(() => () => running.current?.control.abort(), []);
  const patch = (key: string, changes: Partial<ListedPhoto>): void =>
    update((all) => all.map((photo) => (photo.key === key ? { ...photo, ...changes } : photo)));
  const send = async (key: string): Promise<void> => {
    const photo = latest.current.find((one) => one.key === key);
    if (isUnmounted.current || photo?.file === undefined || photo.sentAs !== undefined) return;
    const form = new FormData();
    form.append('image', photo.file);
    const control = new AbortController();
    running.current = { key, control };
    const onUploadProgress = (progress: number): void => patch(key, { progress });
    try {
      const sentAs = await sendPhoto(form, { signal: control.signal, onUploadProgress });
      patch(key, { sentAs });
    } catch (error) {
      patch(key, { progress: 0, failure: messageOf(error), isRefused: isRefusal(error) });
    }
  };
  const enqueue = (key: string): void => {
    patch(key, { progress: 0, sentAs: undefined, failure: undefined, isRefused: undefined });
    queue.current = queue.current.then(() => send(key));
  };
  /** Ends the upload of a removed photo, for which the next ones and the form would wait. */
  const abort = (key: string): void => {
    if (running.current?.key === key) running.current.control.abort();
  };
  return { enqueue, abort, wait: () => queue.current };
}

interface ListState {
  readonly photos: readonly ListedPhoto[];
  readonly latest: RefObject<readonly ListedPhoto[]>;
  readonly update: (change: (photos: readonly ListedPhoto[]) => readonly ListedPhoto[]) => void;
}

/** The photos, for rendering and for callbacks that outlive the rendering in which they started. */
function useListState(before: readonly string[]): ListState {
  const [photos, setPhotos] = useState<readonly ListedPhoto[]>(() => before.map(listedBefore));
  const latest = useRef(photos);
  useEffect(() => () => release(latest.current), []);
  const update: ListState['update'] = (change) => {
    latest.current = change(latest.current);
    setPhotos(latest.current);
  };
  return { photos, latest, update };
}

/** The list with one photo moved to another place. */
export function moved<Item extends { readonly key: string }>(
  all: readonly Item[],
  key: string,
  place: number,
): readonly Item[] {
  const item = all.find((one) => one.key === key);
  if (item === undefined) return all;
  const rest = all.filter((one) => one !== item);
  const at = Math.min(rest.length, Math.max(0, place));
  return [...rest.slice(0, at), item, ...rest.slice(at)];
}

/** The photos in an order of URLs, `null` meaning the next added photo; photos that it does not name come last. */
export function arranged<Photo extends Pick<ListedPhoto, 'key' | 'file'>>(
  all: readonly Photo[],
  order: readonly (string | null)[],
): readonly Photo[] {
  const added = all.filter(({ file }) => file !== undefined);
  const named = order.flatMap((url) => {
    const photo = url === null ? added.shift() : all.find(({ key }) => key === url);
    return photo === undefined ? [] : [photo];
  });
  return [...named, ...all.filter((photo) => !named.includes(photo))];
}

const listedBefore = (url: string, place: number): ListedPhoto => ({
  key: url,
  name: `Photo ${place + 1}`,
  progress: 1,
  sentAs: url,
});

const isSameFile = (one: File | undefined, other: File): boolean =>
  one?.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

function listed(file: File): ListedPhoto {
  const failure = failureOf(file);
  const photo = { key: URL.createObjectURL(file), file, name: file.name, progress: 0 };
  return failure === undefined ? photo : { ...photo, failure, isRefused: true };
}

function release(photos: readonly ListedPhoto[]): void {
  for (const { key } of photos) URL.revokeObjectURL(key);
}

/** The faults of a file that are found before it is uploaded. */
function failureOf({ size }: File): string | undefined {
  if (size === 0) return mediaErrors['media.empty'][1];
  return size > pictureRules.maxBytes ? mediaErrors['media.too-large'][1] : undefined;
}

/** A busy server or a broken connection may work the next time; a refused picture will not. */
const isRefusal = (error: unknown): boolean =>
  error instanceof UnusablePhoto || (isApiError(error) && [400, 413, 415, 422].includes(error.status));
