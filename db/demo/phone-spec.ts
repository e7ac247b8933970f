import type { CameraFamily } from './camera-families.ts';

export type Cutout =
  | 'none'
  | 'notch'
  | 'small-notch'
  | 'drop'
  | 'hole-centre'
  | 'hole-left'
  | 'hole-right'
  | 'island'
  | 'pill-left';

export type Wallpaper = 'hills' | 'orbs' | 'ribbons' | 'bloom' | 'dunes' | 'facets';

/**
 * How a phone is built.
 * `slab`: all screen; `keypad`: number keys under a small screen; `qwerty`: a typewriter's keys;
 * `clamshell`: number keys on a hinge; `flip`: a tall screen that folds across; `book`: a wide one that opens.
 */
type Form = 'slab' | 'keypad' | 'qwerty' | 'clamshell' | 'flip' | 'book';

/** The data for drawing a phone; lengths in millimetres. */
export type PhoneSpec = {
  form: Form;
  width: number;
  height: number;
  corner: number;
  colour: string;
  frame: string;
  finish: 'gloss' | 'matte' | 'curved' | 'rugged' | 'two-tone';
  camera: CameraFamily;
  cutout: Cutout;
  bezel: readonly [top: number, side: number, bottom: number];
  chin: 'none' | 'round-button' | 'pill-button' | 'touch-keys';
  buttons: 'right' | 'both' | 'none';
  wallpaper: Wallpaper;
};
