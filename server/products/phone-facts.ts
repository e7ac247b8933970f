/** The optional facts of a phone as columns: what is read, written and shown of them, for whatever facts there are. */
import { type FactName, factNames, forEachFact } from '#contract/phone-words.ts';
import { products } from '#db/tables/products.ts';

type FactColumns = Pick<typeof products, FactName>;

// A column for each name of the list, each of its own type, which a record of one type would lose.
export const factColumns = forEachFact((name) => products[name]) as unknown as FactColumns;

type FactsOf<Entry> = { readonly [Name in FactName]: Name extends keyof Entry ? Entry[Name] : undefined };

/** What an entry, or a change, says of them; undefined where it says nothing. */
export const factsOf = <Entry extends Partial<Record<FactName, unknown>>>(entry: Entry): FactsOf<Entry> =>
  // As above.
  forEachFact((name) => entry[name]) as FactsOf<Entry>;

/** A row's facts, absent where nothing was said. */
export const presentFacts = <Row extends Record<FactName, unknown>>(
  row: Row,
): { [Name in FactName]?: NonNullable<Row[Name]> } =>
  // As above.
  Object.fromEntries(factNames.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]]))) as {
    [Name in FactName]?: NonNullable<Row[Name]>;
  };
