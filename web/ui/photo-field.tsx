import { type ChangeEvent, type ComponentProps, useEffect, useState } from 'react';

import { Field, type FieldText } from './field.tsx';
import { CameraIcon } from './tool-icons.tsx';

export interface PhotoFieldProps extends FieldText, Omit<ComponentProps<'input'>, 'type'> {
  /** The uploaded share of the picture, 0 to 1, during the upload. */
  readonly progress?: number;
  /** The URL of the existing picture. */
  readonly current?: string;
}

/** A picture from the person's disk: choice, preview, and upload progress. */
export function PhotoField({
  label,
  hint,
  error,
  className,
  progress,
  current,
  onChange,
  ...input
}: PhotoFieldProps) {
  const [chosen, setChosen] = useState<string>();
  const [unshown, setUnshown] = useState<string>();
  useEffect(() => () => release(chosen), [chosen]);
  const shown = chosen ?? current ?? '';
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.currentTarget.files?.[0];
    setChosen(file === undefined ? undefined : URL.createObjectURL(file));
    onChange?.(event);
  };
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(controlProps) => (
        <div className="flex flex-wrap items-center gap-4 rounded-control border border-dashed border-edge p-3 has-[[aria-invalid=true]]:border-bad">
          <span className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-control bg-sunken text-quiet">
            {shown === '' || shown === unshown ? (
              <CameraIcon className="size-7" />
            ) : (
              // A file that is no picture has no preview.
              <img src={shown} alt="" className="size-full object-cover" onError={() => setUnshown(shown)} />
            )}
          </span>
          <div className="grid min-w-0 grow basis-32 gap-2">
            <input
              accept="image/*"
              {...input}
              {...controlProps}
              type="file"
              onChange={choose}
              className="file-control"
            />
            {progress !== undefined && <ProgressBar value={progress} label="Upload" />}
          </div>
        </div>
      )}
    </Field>
  );
}

/** A bar that fills from 0 to 1. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  return <progress aria-label={label} value={value} max={1} className="progress" />;
}

function release(url: string | undefined): void {
  if (url !== undefined) URL.revokeObjectURL(url);
}
