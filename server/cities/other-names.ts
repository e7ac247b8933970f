/**
 * Names that people type for a city which has another name in the list, spelt as `search_normal()` returns them.
 * GeoNames' data does not contain them; these are the cities of more than 50,000 people with a local, English or former
 * name in use that differs from the list's.
 */

/** Each line is one city, its name in the list first. Only names of one word. */
const lines = `
  munich munchen muenchen
  koln cologne koeln
  vienna wien
  nurnberg nuremberg nuernberg
  dusseldorf duesseldorf
  hannover hanover
  braunschweig brunswick
  zurich zuerich
  geneve geneva genf
  basel basle bale
  bern berne
  rome roma rom
  milan milano mailand
  florence firenze florenz
  venice venezia venedig
  naples napoli neapel
  turin torino
  genoa genova genua
  padova padua
  livorno leghorn
  lisbon lisboa lissabon
  porto oporto
  sevilla seville
  zaragoza saragossa
  prague praha prag
  pilsen plzen
  brno brunn bruenn
  warsaw warszawa warschau
  krakow cracow krakau
  wroclaw breslau
  gdansk danzig
  bucharest bucuresti bukarest
  chisinau kishinev
  belgrade beograd belgrad
  moscow moskva moskau
  kyiv kiev kiew
  kharkiv kharkov
  odessa odesa
  lviv lvov lemberg
  athens athina athen
  thessaloniki saloniki salonica
  copenhagen kobenhavn kopenhagen
  goteborg gothenburg
  brussels bruxelles brussel
  antwerpen antwerp anvers
  gent ghent gand
  brugge bruges
  liege luik
  strasbourg strassburg
  marseille marseilles
  lyon lyons
  istanbul constantinople
  izmir smyrna
  cairo alqahirah
  marrakesh marrakech
  tangier tanger
  fes fez
  algiers alger
  tehran teheran
  mecca makkah
  jeddah jiddah
  damascus dimashq
  havana habana
  mumbai bombay
  kolkata calcutta
  chennai madras
  bengaluru bangalore
  pune poona
  cochin kochi
  mysore mysuru
  mangalore mangaluru
  vadodara baroda
  thiruvananthapuram trivandrum
  gurgaon gurugram
  dhaka dacca
  chittagong chattogram
  jessore jashore
  comilla cumilla
  bogra bogura
  barisal barishal
  yangon rangoon
  beijing peking
  guangzhou canton`;

const groups = lines
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '));

const groupOf = new Map(groups.flatMap((names) => names.map((name) => [name, names])));

/** All names of the city with this name, including this one; undefined if it has no other name. */
export const namesOfCity = (word: string): readonly string[] | undefined => groupOf.get(word);

/** The list's names of the cities that have another name with this beginning. */
export const listedNamesOf = (beginning: string): readonly string[] => [
  ...new Set(otherNames.flatMap(([name, listed]) => (name.startsWith(beginning) ? [listed] : []))),
];

/** Pairs of another name and the list's name. */
export const otherNames: readonly (readonly [name: string, listed: string])[] = groups.flatMap(
  ([listed = '', ...others]) => others.map((name) => [name, listed] as const),
);
