// The description of the cameras on a phone's back, in millimetres.

export type Plate = {
  x: number;
  y: number;
  /** 0 means the whole width of the back. */
  width: number;
  height: number;
  radius: number;
  tone: 'body' | 'deep' | 'black' | 'metal';
};
type Spot = readonly [x: number, y: number, radius: number];
type Extras = {
  /** A round fingerprint reader or rear key. */
  sensor?: Spot;
  glyph?: 'lights' | 'arc';
};
export type Camera = Extras & {
  /** The origin of x: the left edge or the middle of the back. */
  from: 'left' | 'centre';
  plates: readonly Plate[];
  lenses: readonly Spot[];
  lights: readonly Spot[];
};

export function camera(
  from: Camera['from'],
  plates: readonly Plate[],
  lenses: readonly Spot[],
  lights: readonly Spot[],
  extras: Extras = {},
): Camera {
  return { from, plates, lenses, lights, ...extras };
}

export function plate(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  tone: Plate['tone'],
): Plate {
  return { x, y, width, height, radius, tone };
}

export function spots(...all: Spot[]): Spot[] {
  return all;
}
