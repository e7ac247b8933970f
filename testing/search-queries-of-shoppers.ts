/** More queries that people type. The phones are in `search-queries.ts`. */
import { iphones, keys, samsungs } from './search-queries.ts';

/** Each query with the phones that it finds, and with the facts that are understood. */
export const queriesOfShoppers: readonly (readonly [q: string, found: string, understood?: string])[] = [
  ['how much is an iphone 13', 'i13 i13pm'],
  ['iphone 13 series', 'i13 i13pm'],
  ['nothing fone', 'np2'],
  // Prices with a blank, and with the higher limit first.
  ['samsung under 1 000', samsungs, 'maxPrice:1000'],
  ['samsung moins de 1 000 euros', samsungs, 'maxPrice:1000'],
  ['iphone 13 500', ''],
  ['iphone pro max 13 256 gb', 'i13pm', 'storage:256'],
  ['iphone above 12 256 gb', 'i13pm', 'storage:256 minPrice:12'],
  ['iphone between 300 and 200', 'i11', 'minPrice:200 maxPrice:300'],
  ['iphone over 200000', '', 'minPrice:100000'],
  ['iphone with 90% battery health under 450', 'i13', 'maxPrice:450 minBattery:90'],
  ['samsung 150 bis 250 euro', 'a54 s10 note9', 'minPrice:150 maxPrice:250'],
  ['iphone teurer als 500', 'i13pm', 'minPrice:500'],
  ['iphone moins cher que 200', 'se', 'maxPrice:200'],
  ['iphone 400-ish', 'i13', 'minPrice:320 maxPrice:480'],
  ['iphone 13-ish', 'i13 i13pm'],
  // Conditions without the word "condition", batteries and countries.
  ['samsung good or better', 's22 a54 s10', 'condition:fresh condition:good'],
  ['iphone good or better under 300', 'se', 'condition:fresh condition:good maxPrice:300'],
  ['iphone 80-95% battery', 'i13 i13pm se', 'minBattery:80'],
  ['us version s22', 's22'],
  // Other scripts and languages.
  ['celulares samsung baratos en dhaka', 's22 s10'],
  ['スマホ 中古 安い', keys.join(' ')],
  ['айфон бу недорого', iphones],
  ['مستعمل ايفون ١٣', 'i13 i13pm'],
  ['아이폰 13', 'i13 i13pm'],
  ['갤럭시 s22', 's22'],
  ['アイフォン13', 'i13 i13pm'],
  ['二手 iphone', iphones],
  ['telefon samsung czarny', 's22', 'colour:black'],
  ['zwarte samsung', 's22', 'colour:black'],
  ['iphone !13', 'i11 se', 'not:13'],
  ['iphone -13 -11', 'se', 'not:13 not:11'],
];
