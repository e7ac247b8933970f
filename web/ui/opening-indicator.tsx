import { SpinnerMark } from './spinner.tsx';

/** Shown while the code of a dialog is loaded for the first time, as a response to the press. */
export const OpeningIndicator = () => (
  <div role="progressbar" aria-label="Opening" className="opening-indicator">
    <SpinnerMark className="size-9" />
  </div>
);
