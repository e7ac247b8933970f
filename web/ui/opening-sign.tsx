import { SpinnerMark } from './spinner.tsx';

/** Stands in for a dialog whose code is loaded when it is first opened: the press was heard. */
export const OpeningSign = () => (
  <div role="progressbar" aria-label="Opening" className="opening-sign">
    <SpinnerMark className="size-9" />
  </div>
);
