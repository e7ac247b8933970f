import { SpinnerMark } from './spinner.tsx';

/** Shown while the code of a dialog is loaded for the first time, as a response to the press. */
export const OpeningSign = () => (
  <div role="progressbar" aria-label="Opening" className="opening-sign">
    <SpinnerMark className="size-9" />
  </div>
);
