import { type ChangeEvent, useRef, useState, type DragEvent, type ReactNode } from 'react';

import { pictureTypes } from '#contract/media.ts';
import { Field, type FieldText } from '#web/ui/field.tsx';
import { ReorderList } from '#web/ui/reorder-list.tsx';

import type { PhotoList } from './photo-list.ts';
import { PhotoFailure, PhotoRow } from './photo-row.tsx';

export interface PhotosFieldProps extends FieldText {
  readonly list: PhotoList;
  /** The greatest number of photos. */
  readonly most: number;
  /** Receives the file field, so that a form can focus it. */
  readonly inputRef: (input: HTMLInputElement | null) => void;
  readonly isRequired?: boolean;
  /** Whether the first photo is shown on a card. */
  readonly hasCover?: boolean;
  readonly className?: string;
}

/** Photos that the person chooses or drops, each shown with its progress, in an order that can be changed. */
export function PhotosField({
  list,
  most,
  inputRef,
  isRequired,
  hasCover = false,
  ...field
}: PhotosFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [excess, setExcess] = useState(0);
  const add = (files: FileList): void => setExcess(list.add([...files]));
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    if (currentTarget.files !== null) add(currentTarget.files);
    // So that a removed file can be chosen again.
    currentTarget.value = '';
  };
  const remove = (key: string): void => {
    setExcess(0);
    // The list itself goes with its last row.
    if (list.photos.length === 1) input.current?.focus();
    list.remove(key);
  };
  // New photos take the places of refused ones.
  const fitting = list.photos.filter(({ isRefused }) => isRefused !== true).length;
  return (
    <Field {...field}>
      {(controlProps) => (
        <DropZone onFiles={add}>
          <div className="flex flex-wrap items-center gap-y-1.5">
            <input
              ref={(element) => {
                input.current = element;
                inputRef(element);
              }}
              {...controlProps}
              required={isRequired}
              type="file"
              multiple
              accept={pictureTypes}
              onChange={choose}
              // The list below shows what was chosen; the browser's own text would say "no file chosen".
              className="file-control max-w-40 text-transparent"
            />
            <p aria-live="polite" className="text-small text-quiet">
              {countWords(fitting, most, excess, hasCover)}
            </p>
          </div>
          <ChosenPhotos list={list} hasCover={hasCover} onRemove={remove} />
        </DropZone>
      )}
    </Field>
  );
}

interface ChosenPhotosProps extends Pick<PhotosFieldProps, 'list'> {
  readonly hasCover: boolean;
  readonly onRemove: (key: string) => void;
}

function ChosenPhotos({ list, hasCover, onRemove }: ChosenPhotosProps) {
  if (list.photos.length === 0) return null;
  const items = list.photos.map((photo, place) => ({
    key: photo.key,
    content: <PhotoRow photo={photo} place={place} hasCover={hasCover} />,
    note: photo.failure !== undefined && <PhotoFailure photo={photo} onRetry={() => list.retry(photo.key)} />,
  }));
  return (
    <ReorderList
      label="Pictures in their order"
      noun="picture"
      items={items}
      onMove={list.move}
      onRemove={onRemove}
    />
  );
}

function countWords(count: number, most: number, excess: number, hasCover: boolean): string {
  if (excess > 0) return `At most ${most} fit; ${excess} ${excess === 1 ? 'was' : 'were'} left out.`;
  if (count === 0) return `Up to ${most}. You can also drop them here.`;
  const words = `${count} of ${most}`;
  return hasCover && count > 1 ? `${words}. The first one is on the card.` : words;
}

/** The part of a form that accepts dropped files. */
function DropZone({ onFiles, children }: { onFiles: (files: FileList) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  return (
    // Dropping is for the mouse; the field inside does the same for everybody.
    <div
      className="drop-zone"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        onFiles(event.dataTransfer.files);
      }}
    >
      {children}
    </div>
  );
}

/** Anything else that is dragged is not for this field. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');
