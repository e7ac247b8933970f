import { expect, test } from 'vitest';

import { findContactData } from './contact-data.ts';

test.each([
  'Write to mina@example.com',
  'mina (at) example.com',
  'mina at example dot com',
  'mina＠example.com',
  'Find me as @mina? No: mina@home',
])('an e-mail address is found in “%s”', (text) => {
  expect(findContactData(text)).toBe('email');
});

test.each([
  'https://example.com',
  'see www.example.zone',
  'my shop: phones.example.com',
  'chat at t.me/mina',
  'EXAMPLE.COM has more',
])('a link is found in “%s”', (text) => {
  expect(findContactData(text)).toBe('link');
});

test.each([
  '01811000000',
  'call +880 1811 000 000',
  '(555) 867-5309, evenings',
  '06 12 34 56 78',
  'zero one: ٠١٨١١٠٠٠٠٠٠',
  '018\u200b11000000',
  '8 8 0 1 8 1 1 0 0 0 0 0 0',
  '০১ ৮১ ১০ ০০ ০০',
  '018 11 – 000 – 000',
  '01811‐000‐000',
  '0181_100_0000',
  '018·110·00000',
  '0️⃣1️⃣8️⃣1️⃣1️⃣0️⃣0️⃣0️⃣0️⃣0️⃣0️⃣',
])('a telephone number is found in “%s”', (text) => {
  expect(findContactData(text)).toBe('phone');
});

test.each([
  '',
  'I sold 10 in 2019–2020, 12 in 2021, and 30 % of them were Nokias.',
  'I repair phones since 2015-2020. My first was a Nokia 3310.',
  'I have an iPhone 12, 13 and 14 for 250, 350 and 450 dollars.',
  'I like phones.They are small. Meet me at the station, 10:30 to 12:00.',
  'I had an iPhone 8, 9, 10, 11, 12, 13, 14 and 15.',
  'My marks: 1, 2, 1, 1, 3.',
  'Two children, one cat; I speak English and বাংলা.',
])('“%s” has no contact data', (text) => {
  expect(findContactData(text)).toBeUndefined();
});
