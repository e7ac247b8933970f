import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';

import { openTestDatabase } from '#testing/database.ts';
import { mentionsOf, withoutMentions } from './personal-data.ts';

/** @returns texts from which these names are removed */
async function withoutNames(names: readonly string[], texts: readonly string[]): Promise<unknown[]> {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  const person = { mentions: mentionsOf(names) };
  const left = [];
  for (const text of texts) {
    const { rows } = await db.execute<{ left: string }>(
      sql`select ${withoutMentions(sql`${text}::text`, person)} as left`,
    );
    left.push(rows[0]?.left);
  }
  return left;
}

test('names are found whole, in any case, and as JSON and HTML write them', async () => {
  const names = ['Mina O"Neil & Co.', 'Mina', '+880 1711-000000', 'mina.r@example.com'];
  const texts = [
    'Dear Mina O"Neil & Co., call +880 1711-000000!',
    '{"from":"Mina O\\"Neil & Co."}',
    '<p>Mina O&#34;Neil &#38; Co.</p>',
    'MINA wrote to Mina.R@example.com',
    'Jasmina and Minas Tirith stay',
  ];
  expect(await withoutNames(names, texts)).toEqual([
    'Dear …, call …!',
    '{"from":"…"}',
    '<p>…</p>',
    '… wrote to …',
    'Jasmina and Minas Tirith stay',
  ]);
});

test('in scripts that join words, or endings to them, a name is found within a longer word', async () => {
  const names = ['李雷', 'রহিম', 'สมชาย', '김민수', 'علي', 'Анна'];
  const texts = ['我和李雷见面', 'রহিমের ফোন', 'คุณสมชายครับ', '김민수가 샀다', 'علينا, علي', 'Иоанна, Анна'];
  expect(await withoutNames(names, texts)).toEqual([
    '我和…见面',
    '…ের ফোন',
    'คุณ…ครับ',
    '…가 샀다',
    'علينا, …',
    'Иоанна, …',
  ]);
});

test('special characters in a name are matched literally', async () => {
  expect(
    await withoutNames(
      ['(.*)', 'a|b', '[x]', '张伟', 'Zoë 😀', '$1 $& Bob'],
      ['anything, a, x', '张伟 and Zoë 😀, (.*)', 'With $1 $& Bob'],
    ),
  ).toEqual(['anything, a, x', '… and …, …', 'With …']);
});

test('somebody without any name is not looked for', () => {
  expect(() => mentionsOf(['', ' '])).toThrow('without any name');
});
