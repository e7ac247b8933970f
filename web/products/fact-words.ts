/** A phone's facts in words; the API has short codes. */
import type { StoredFacts } from '#contract/phone-facts.ts';
import { capitalised, factLabels, type FactName, factNames, storageWords } from '#contract/phone-words.ts';

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

/** An accessory in words; one that this page does not know yet stays as it is. */
export const accessoryName = (accessory: string): string => accessoryWords.get(accessory) ?? accessory;

type Said = { readonly [Name in FactName]: NonNullable<StoredFacts[Name]> };

/** A fact's value in words, also if the value is a text. */
export const factTexts: Readonly<Record<FactName, (value: string | number) => string>> = {
  storageGb: (gb) => storageWords(Number(gb)),
  colour: (colour) => capitalised(String(colour)),
  networkLock: (lock) => networkLockWords.get(String(lock)) ?? String(lock),
  batteryHealth: (percent) => `${percent}%`,
};

/** The known facts of a phone, in words and in the order of the list. */
export const describeFacts = (facts: { readonly [Name in FactName]?: Said[Name] | null | undefined }) =>
  factNames.flatMap((name) => describeFact(name, facts[name]));

const describeFact = <Name extends FactName>(name: Name, value: Said[Name] | null | undefined) =>
  value === undefined || value === null
    ? []
    : [{ name, label: factLabels[name], text: factTexts[name](value) }];
