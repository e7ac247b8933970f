/** The plain colours that a phone can be filtered by; a maker's own names ("Phantom Violet") fold into them. */
export const colourFamilies = [
  'black',
  'white',
  'grey',
  'silver',
  'blue',
  'green',
  'red',
  'pink',
  'purple',
  'gold',
  'yellow',
  'orange',
  'brown',
] as const;

type ColourFamily = (typeof colourFamilies)[number];

/** Every size of storage that a phone of the catalogue was sold with, in gigabytes as printed on the box. */
export const storageSizesGb = [8, 16, 32, 64, 128, 256, 512, 1024, 2048] as const;

type StorageGb = (typeof storageSizesGb)[number];

/** A phone model: the maker as among the categories, the model as people write it, the year it was first widely sold. */
export type Device = {
  maker: string;
  model: string;
  year: number;
  storageGb: readonly StorageGb[];
  colours: readonly ColourFamily[];
};

type AddDevice = (model: string, year: number, storageGb: readonly StorageGb[], colours: string) => Device;

/** A writer of one maker's models, one line each; colours are families parted by spaces. Throws on any other word. */
export function devicesOf(maker: string): AddDevice {
  return (model, year, storageGb, colours) => ({
    maker,
    model,
    year,
    storageGb,
    colours: colours.split(' ').map((word) => readColour(word, model)),
  });
}

/** Maker and model as one name, the maker not said twice: "Samsung Galaxy S22", but "OnePlus 11". */
export function deviceName({ maker, model }: Pick<Device, 'maker' | 'model'>): string {
  const saysMaker = `${model} `.toLowerCase().startsWith(`${maker} `.toLowerCase());
  return saysMaker ? model : `${maker} ${model}`;
}

function readColour(word: string, model: string): ColourFamily {
  const family = colourFamilies.find((colour) => colour === word);
  if (family === undefined) throw new Error(`${model}: "${word}" is no colour family`);
  return family;
}
