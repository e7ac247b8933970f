/** The values of a phone's facts in words for people: plain data, which pages load without the schemas. */

/**
 * The optional facts of a phone that have one value each, with their labels, in the order in which pages list them.
 * Their schemas are in `phone-facts.ts`; server, form and pages iterate over this list.
 */
export const factLabels = {
  storageGb: 'Storage',
  colour: 'Colour',
  networkLock: 'Network',
  batteryHealth: 'Battery health',
} as const;
export type FactName = keyof typeof factLabels;

// The type of Object.keys loses the names of the list.
export const factNames = Object.keys(factLabels) as readonly FactName[];

/** Maps each fact to a value. */
export const forEachFact = <Value>(valueOf: (name: FactName) => Value): Record<FactName, Value> =>
  // The type of Object.fromEntries loses the names as well.
  Object.fromEntries(factNames.map((name) => [name, valueOf(name)])) as Record<FactName, Value>;

/** The basic colours that a phone can be filtered by; a maker's own names ("Phantom Violet") are mapped to them. */
export const colours = [
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
export type Colour = (typeof colours)[number];

/** Every size of storage that a phone was sold with, in gigabytes as printed on the box. */
export const storageSizesGb = [8, 16, 32, 64, 128, 256, 512, 1024, 2048] as const;
export type StorageGb = (typeof storageSizesGb)[number];

export const networkLocks = ['unlocked', 'locked'] as const;

/**
 * The facts that people filter by, in the order of their filters. A facet has its name in the URL of a search, its
 * title, and its values as a URL contains them. The search document contains each as the lexeme `=<facet>:<value>`.
 */
export const factFacets = {
  storage: { fact: 'storageGb', title: 'Storage', values: storageSizesGb.map(String) },
  colour: { fact: 'colour', title: 'Colour', values: colours },
  network: { fact: 'networkLock', title: 'Network lock', values: networkLocks },
} as const satisfies Record<string, { fact: FactName; title: string; values: readonly string[] }>;
export type FactFacet = keyof typeof factFacets;

export const factFacetNames = Object.keys(factFacets) as readonly FactFacet[];

/** Maps each facet of a fact to a value. */
export const forEachFactFacet = <Value>(valueOf: (name: FactFacet) => Value): Record<FactFacet, Value> =>
  Object.fromEntries(factFacetNames.map((name) => [name, valueOf(name)])) as Record<FactFacet, Value>;

export const accessories = ['box', 'charger', 'cable', 'case', 'earphones', 'receipt'] as const;

/** The longest description of a phone, in characters. */
export const maxDescriptionLength = 2000;

/** For how many days the page of a sold phone replies normally; after that its status is 410. */
export const soldPageDays = 30;

/** "256 GB", "1 TB". */
export const storageWords = (gb: number): string => (gb >= 1024 ? `${gb / 1024} TB` : `${gb} GB`);

/** "grey" as "Grey". */
export const capitalised = (colour: string): string => colour.charAt(0).toUpperCase() + colour.slice(1);

/** Storage and colour of a phone in words, as far as they are stated. */
export const storageAndColour = ({
  storageGb,
  colour,
}: {
  readonly storageGb?: number | undefined;
  readonly colour?: string | undefined;
}): string[] => [
  ...(storageGb === undefined ? [] : [storageWords(storageGb)]),
  ...(colour === undefined ? [] : [capitalised(colour)]),
];
