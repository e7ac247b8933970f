/** The words in which a page tells a phone's facts; the wire has them short. */

/** "256 GB", "1 TB". */
export const storageWords = (gb: number): string => (gb >= 1024 ? `${gb / 1024} TB` : `${gb} GB`);

/** "grey" as "Grey". */
export const colourWords = (colour: string): string => colour.charAt(0).toUpperCase() + colour.slice(1);

export const networkLockWords: ReadonlyMap<string, string> = new Map([
  ['unlocked', 'Unlocked, takes any network’s SIM'],
  ['locked', 'Locked to one network'],
]);

const accessoryWords: ReadonlyMap<string, string> = new Map([
  ['box', 'Box'],
  ['charger', 'Charger'],
  ['cable', 'Cable'],
  ['case', 'Case'],
  ['earphones', 'Earphones'],
  ['receipt', 'Receipt'],
]);

/** What comes with a phone; a word that this page does not know yet stays as it is. */
export const accessoryName = (accessory: string): string => accessoryWords.get(accessory) ?? accessory;
