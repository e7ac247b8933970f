import { type Colour, colours, type StorageGb } from '#contract/phone-words.ts';

/**
 * A phone model: the maker as among the categories, the model as people write it, the year it was first widely sold.
 */
export type Device = {
  maker: string;
  model: string;
  year: number;
  storageGb: readonly StorageGb[];
  colours: readonly Colour[];
};

type AddDevice = (model: string, year: number, storageGb: readonly StorageGb[], families: string) => Device;

/**
 * Returns a function that adds one maker's models, one line each; colours are colour families separated by spaces. It
 * throws on any other word.
 */
export function devicesOf(maker: string): AddDevice {
  return (model, year, storageGb, families) => ({
    maker,
    model,
    year,
    storageGb,
    colours: families.split(' ').map((word) => readColour(word, model)),
  });
}

/** Maker and model as one name, without repeating the maker: "Samsung Galaxy S22", but "OnePlus 11". */
export function deviceName({ maker, model }: Pick<Device, 'maker' | 'model'>): string {
  const saysMaker = `${model} `.toLowerCase().startsWith(`${maker} `.toLowerCase());
  return saysMaker ? model : `${maker} ${model}`;
}

function readColour(word: string, model: string): Colour {
  const family = colours.find((colour) => colour === word);
  if (family === undefined) throw new Error(`${model}: "${word}" is no colour family`);
  return family;
}
