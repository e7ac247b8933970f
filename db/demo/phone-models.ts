import type { PhoneSpec } from './phone-spec.ts';

export type PhoneColour = { name: string; back: string; frame: string };

/** One model in the colours that we draw; each pair of model and colour is one picture. */
export type PhoneModel = {
  maker: string;
  model: string;
  year: number;
  /** Its price when new, in whole dollars. */
  launchPrice: number;
  storages: readonly string[];
  colours: readonly PhoneColour[];
  /** How many offers of it there are, over all colours. */
  offers: number;
  build: Omit<PhoneSpec, 'colour' | 'frame'>;
};

type Build = PhoneModel['build'];
type Differences = Partial<Omit<Build, 'width' | 'height' | 'corner'>>;

/** One model. `storages` are separated by commas and may be empty; each of `colours` reads 'Name #back #frame'. */
export function phone(
  maker: string,
  model: string,
  [year, launchPrice]: readonly [year: number, launchPrice: number],
  storages: string,
  offers: number,
  colours: readonly string[],
  build: Build,
): PhoneModel {
  return {
    maker,
    model,
    year,
    launchPrice,
    storages: storages === '' ? [] : storages.split(', '),
    colours: colours.map(readColour),
    offers,
    build,
  };
}

/** A recent phone: glass up to the edge, a hole for the camera. */
export function slab(width: number, height: number, corner: number, more: Differences): Build {
  return {
    form: 'slab',
    width,
    height,
    corner,
    finish: 'gloss',
    camera: 'left-plate-two',
    cutout: 'hole-centre',
    bezel: [2.6, 2.4, 3],
    chin: 'none',
    buttons: 'right',
    wallpaper: 'orbs',
    ...more,
  };
}

/** An older phone: wide bezels above and below the screen. */
export function classic(width: number, height: number, corner: number, more: Differences): Build {
  return slab(width, height, corner, {
    cutout: 'none',
    bezel: [15, 3.6, 15.5],
    chin: 'touch-keys',
    camera: 'centre-single',
    wallpaper: 'facets',
    ...more,
  });
}

/** Number keys, a small screen. */
export function keypad(width: number, height: number, corner: number, more: Differences): Build {
  return slab(width, height, corner, {
    form: 'keypad',
    finish: 'matte',
    camera: 'none',
    cutout: 'none',
    buttons: 'none',
    wallpaper: 'hills',
    ...more,
  });
}

function readColour(text: string): PhoneColour {
  const [back = '', frame = ''] = text.match(/#[0-9a-f]{6}/g) ?? [];
  return { name: text.slice(0, text.indexOf(' #')), back, frame };
}
