/** The optional facts of a phone as columns: reading, writing and presenting them, whatever facts there are. */
import { type FactName, factNames, forEachFact } from '#contract/phone-words.ts';
import { products } from '#db/tables/products.ts';

type FactColumns = Pick<typeof products, FactName>;

// A column for each name of the list, each of its own type, which a plain record type would lose.
export const factColumns = forEachFact((name) => products[name]) as unknown as FactColumns;

type FactsOf<Entry> = { readonly [Name in FactName]: Name extends keyof Entry ? Entry[Name] : undefined };

/** The facts in an entry, or a change; undefined if absent. */
export const factsOf = <Entry extends Partial<Record<FactName, unknown>>>(entry: Entry): FactsOf<Entry> =>
  // As above.
  forEachFact((name) => entry[name]) as FactsOf<Entry>;

/** A row's facts, absent if they are null. */
export const presentFacts = <Row extends Record<FactName, unknown>>(
  row: Row,
): { [Name in FactName]?: NonNullable<Row[Name]> } =>
  // As above.
  Object.fromEntries(factNames.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]]))) as {
    [Name in FactName]?: NonNullable<Row[Name]>;
  };
