import fc from 'fast-check';
import { expect, test } from 'vitest';

import { deviceName } from '#db/devices/device.ts';
import { devices } from '#db/devices/devices.ts';

import { readFacts } from './read-facts.ts';
import { expandModelRanges } from './read-numbers.ts';

test.each([
  ['iphone under 200', 'iphone', undefined, 200],
  ['iphone under $1,200.50', 'iphone', undefined, 1200.5],
  ['< 300 pixel', 'pixel', undefined, 300],
  ['galaxy up to 250 dollars', 'galaxy', undefined, 250],
  ['max $400 iphone', 'iphone', undefined, 400],
  ['iphone 13 pro max 400', 'iphone 13 pro max 400', undefined, undefined],
  ['nokia over 50', 'nokia', 50, undefined],
  ['from $100 iphone', 'iphone', 100, undefined],
  ['between 100 and 200', '', 100, 200],
  ['$100-$200 samsung', 'samsung', 100, 200],
  ['100 to 200 usd samsung', 'samsung', 100, 200],
  ['from 100 to 200', '', 100, 200],
  ['iphone 11 to 13', 'iphone 11 or 12 or 13', undefined, undefined],
  ['from iphone 11 to 13', 'iphone 11 or 12 or 13', undefined, undefined],
  ['around $300', '', 240, 360],
  ['iphone $250', 'iphone', undefined, 250],
  ['under 2 years', '', undefined, undefined],
  ['2 years old iphone', 'iphone', undefined, undefined],
  ['100-200 samsung', 'samsung', 100, 200],
  ['iphone 11-13', 'iphone 11 or 12 or 13', undefined, undefined],
  ['from 200 to 300 euro', '', 200, 300],
  ['max 350', '', undefined, 350],
  ['max 350 samsung', 'samsung', undefined, 350],
  ['min 100 nokia', 'nokia', 100, undefined],
  ['max 3', 'max 3', undefined, undefined],
  ['pixel budget 300', 'pixel', undefined, 300],
  ['battery over 90', '', undefined, undefined],
  ['100 to 200', '', 100, 200],
  ['less then 150', '', undefined, 150],
  ['300 max', '', undefined, 300],
  ['pixel 200 or less', 'pixel', undefined, 200],
  ['500 or more', '', 500, undefined],
  ['note 12 max', 'note 12 max', undefined, undefined],
  ['iphone 13 unde 500', 'iphone 13', undefined, 500],
  ['battery over 90% under 300', '', undefined, 300],
  ['over $500 under $400', '', undefined, undefined],
  ['under $9999999', '', undefined, undefined],
  ['over 100 under 300 xiaomi', 'xiaomi', 100, 300],
  ['under two hundred', '', undefined, 200],
  ['iphone under five-hundred dollars', 'iphone', undefined, 500],
  ['over a thousand', '', 1000, undefined],
  ['under one thousand two hundred and fifty', '', undefined, 1250],
  ['between one hundred and two hundred', '', 100, 200],
  ['from one thousand to two thousand', '', 1000, 2000],
  ['under twenty-five dollars', '', undefined, 25],
  ['motorola one under 1.5k', 'motorola one', undefined, 1500],
  ['under £300', '', undefined, 300],
  ['usd 300 pixel', 'pixel', undefined, 300],
  ['sub-200 nokia', 'nokia', undefined, 200],
])('the prices of "%s" are read', (query, rest, minPrice, maxPrice) => {
  expect(readFacts(query)).toMatchObject({ rest, minPrice, maxPrice });
});

test.each([
  ['iphone 128gb', 'iphone', ['128']],
  ['iphone 128 GB storage', 'iphone', ['128']],
  ['1tb galaxy', 'galaxy', ['1024']],
  ['64gb or 128gb', '', ['64', '128']],
  ['8gb ram 256gb', '', ['256']],
  ['8/256gb redmi', 'redmi', ['256']],
  ['at least 512gb', '', ['512', '1024', '2048']],
  ['under 32gb nokia', 'nokia', ['8', '16']],
  ['5g samsung', '5g samsung', []],
  ['6gb', '6gb', []],
  ['iphone 128', 'iphone', ['128']],
  ['iphone 12 pro max 256', 'iphone 12 pro max', ['256']],
  ['256 iphone', 'iphone', ['256']],
  ['512', '', ['512']],
  ['iphone 128gb 256', 'iphone 256', ['128']],
  ['iphone 16 32', 'iphone 16 32', []],
  ['iphone 11 64', 'iphone 11', ['64']],
  ['128 or 256gb iphone', 'iphone', ['128', '256']],
  ['one hundred twenty eight gb', '', ['128']],
  ['galaxy s128', 'galaxy s128', []],
])('the sizes of "%s" are read', (query, rest, storage) => {
  expect(readFacts(query)).toMatchObject({ rest, facets: { storage }, maxPrice: undefined });
});

test.each([
  ['unlocked iphone', 'iphone', 'network', 'unlocked'],
  ['sim-free pixel', 'pixel', 'network', 'unlocked'],
  ['carrier locked galaxy', 'galaxy', 'network', 'locked'],
  ['iphone in good condition', 'iphone in', 'condition', 'Good Condition'],
  ['like new pixel', 'pixel', 'condition', 'Fresh Condition'],
  ['new pixel', 'pixel', 'condition', 'Fresh Condition'],
  ['poor condition', '', 'condition', 'Bad Condition'],
  ['no scratches', '', 'condition', 'Fresh Condition'],
  ['iphone without any scratches', 'iphone', 'condition', 'Fresh Condition'],
  ['scratch-free pixel', 'pixel', 'condition', 'Fresh Condition'],
  ['broken screen', '', 'condition', 'Bad Condition'],
  ['cracked iphone', 'iphone', 'condition', 'Bad Condition'],
  ['for parts', '', 'condition', 'Bad Condition'],
  ['simlock free', '', 'network', 'unlocked'],
  ['not locked', '', 'network', 'unlocked'],
  ['sealed pixel', 'pixel', 'condition', 'Fresh Condition'],
  ['verified sellers', '', 'verified', '1'],
  ['iphone from verified sellers only', 'iphone', 'verified', '1'],
])('the condition, network state or seller of "%s" is read', (query, rest, name, value) => {
  expect(readFacts(query)).toMatchObject({ rest, facets: { [name]: [value] } });
});

test.each([
  ['battery over 90', '', 90],
  ['iphone battery over 90%', 'iphone', 90],
  ['iphone 13 battery health above 85', 'iphone 13', 85],
  ['battery health 90% or more', '', 90],
  ['battery >= 90', '', 90],
  ['battery 95+', '', 95],
  ['pixel with 90% battery', 'pixel with', 90],
  ['at least 80 percent battery health samsung', 'samsung', 80],
  ['100% battery', '', 100],
  ['good battery', '', 80],
  ['new battery iphone', 'iphone', 90],
  ['iphone 13 battery', 'iphone 13 battery', undefined],
  ['nokia 95 battery', 'nokia 95 battery', undefined],
  ['battery 5000mah', 'battery 5000mah', undefined],
  ['battery', 'battery', undefined],
  ['iphone over 90', 'iphone', undefined],
])('the battery health of "%s" is read', (query, rest, minBattery) => {
  expect(readFacts(query)).toMatchObject({ rest, minBattery });
});

test.each([
  ['samsung in bangladesh', 'samsung', ['bangladesh']],
  ['iphone from the United States', 'iphone', ['united states']],
  ['iphone UK', 'iphone', ['uk']],
  ['papua new guinea', '', ['papua new guinea']],
  ['iphone new mexico', 'iphone new mexico', []],
  ['mexico city iphone', 'mexico city iphone', []],
  ['iphone in new jersey', 'iphone in new jersey', []],
  ['singapore', 'singapore', []],
  ['us$300 pixel', 'pixel', []],
])('the countries of "%s" are read', (query, rest, countries) => {
  expect(readFacts(query)).toMatchObject({ rest, countries });
});

test('no model or maker of the catalogue is read as a country', () => {
  const misread = devices.map(deviceName).filter((name) => readFacts(name).countries.length > 0);
  expect(misread).toEqual([]);
});

test('no name of a model or maker of the catalogue is expanded', () => {
  const changed = devices
    .map((device) => ` ${deviceName(device).toLowerCase()} `)
    .filter((name) => expandModelRanges(name) !== name);
  expect(changed).toEqual([]);
});

test('a shade is replaced by its colour', () => {
  expect(readFacts('iPhone 8 Space Gray').rest).toBe('iphone 8 gray');
});

test('for any query, the rest is not much longer than the query, and the prices are valid filters', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (query) => {
      const { rest, minPrice = 0, maxPrice = 100_000 } = readFacts(query);
      expect(rest.length).toBeLessThanOrEqual(query.normalize('NFKC').toLowerCase().length + 8);
      expect(minPrice).toBeLessThanOrEqual(maxPrice);
      expect(maxPrice).toBeLessThanOrEqual(100_000);
    }),
  );
});

test.each([
  ['anything but samsung', 'not samsung'],
  ['android -samsung', 'android not samsung'],
  ['iphone 13 not pro, max', 'iphone 13 not pro or max'],
  ['se 2nd generation', 'se 2020'],
  ['iphone se 3rd gen', 'iphone se 2022'],
  ['folding phone', 'foldable phone'],
  ['rose gold iphone', 'pink iphone'],
  ['samsung in new york', 'samsung in new york'],
  ['unverified seller', 'unverified seller'],
  ['note twenty ultra', 'note 20 ultra'],
  ['moto one', 'moto one'],
])('"%s" is read as "%s"', (query, rest) => {
  expect(readFacts(query).rest).toBe(rest);
});

test.each([
  ['xperia 1 mark 3', 'xperia 1 iii'],
  ['Xperia 1 Mk. II', 'xperia 1 ii'],
  ['xperia 5 mark v', 'xperia 5 v'],
])('"%s" is the model %s', (query, model) => {
  expect(readFacts(query).rest).toBe(model);
});
