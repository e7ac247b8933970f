/** Reads countries: "samsung in bangladesh". Phones have a city and no country, so a search ignores these words. */

/** Countries with a city of the same name. These words are searched as cities. */
const cityNames: ReadonlySet<string> = new Set(
  'singapore luxembourg monaco djibouti gibraltar macao'.split(' ').concat('san marino', 'hong kong'),
);

/** Names that are part of other names ("new jersey") or that have another meaning. */
const ambiguous: ReadonlySet<string> = new Set(['jersey', 'guernsey', 'réunion', 'outlying oceania']);

/** Names in addition to the English ones of CLDR, which `Intl.DisplayNames` has. */
const otherNames = [
  'usa|u\\.s\\.a?\\.?|us|america|uk|u\\.k\\.?|england|scotland|wales|great britain|britain|uae|emirates|holland|deutschland',
  'turkey|myanmar|congo|palestine|cote d.ivoire|czech republic|korea|ivory coast|burma|macedonia|bosnia|trinidad|españa|italia|brasil|schweiz|österreich',
].join('|');

const codes = Array.from({ length: 26 * 26 }, (_, index) =>
  String.fromCodePoint(65 + Math.floor(index / 26), 65 + (index % 26)),
);

/** Codes of two letters that name no country: regions, groups of countries and codes for private use. */
const noCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ', 'HK', 'MO']);

const names = (): string[] => {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const listed = codes.flatMap((code) =>
    noCountries.has(code) ? [] : (english.of(code)?.toLowerCase() ?? []),
  );
  return [...new Set(listed.flatMap((name) => [name, name.replaceAll(' & ', ' and ')]))].filter(
    (name) => !cityNames.has(name) && !ambiguous.has(name) && !/[()[\]]/.test(name),
  );
};

/** The longest name first: "papua new guinea" before "guinea". Not the cities and states "mexico city" and "new mexico". */
const country = new RegExp(
  String.raw`(?<!\w|new )(?:(?:from|in|within|to) )?(?:the )?(${[...names().toSorted((a, b) => b.length - a.length), otherNames].join('|')})(?! city)(?: (?:version|variant|unit|edition)s?)?(?![\w$])`,
  'gu',
);

/** @param text lower case, with spaces around it */
export function readCountries(text: string): { rest: string; countries: string[] } {
  const countries: string[] = [];
  const rest = text.replaceAll(country, (_match, name: string) => {
    countries.push(name);
    return ' ';
  });
  return { rest, countries };
}

/** "near me" and similar words, which name no city. */
export const nearMe =
  /(?<!\w)(?:(?:near|nearest|close|closest)(?: to)? me|nearest|closest|near here|nearby|around me|in my (?:area|city|town)|(?:within )?\d+ ?(?:kms?|kilomet(?:er|re)s?|miles?)(?: (?:of|from|around|near|to))?)(?!\w)/g;
