import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const hook = fileURLToPath(new URL('./hooks/commit-msg', import.meta.url));

function commit(subject: string, locale = 'C.UTF-8'): { isAccepted: boolean; message: string } {
  const folder = mkdtempSync(join(tmpdir(), 'commit-message-'));
  const file = join(folder, 'message');
  writeFileSync(file, `${subject}\n\nThe body may say anything, at any length.\n`);
  const { status, stderr } = spawnSync(hook, [file], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: locale },
  });
  rmSync(folder, { recursive: true });
  return { isAccepted: status === 0, message: stderr };
}

test.each([
  'feat(orders): show the timeline to both sides',
  'fix: free a phone when its hold ends',
  `docs(api): ${'x'.repeat(61)}`,
  'Merge branch ‘search’',
  'Revert "feat(orders): show the timeline"',
])('"%s" is accepted', (subject) => {
  expect(commit(subject)).toEqual({ isAccepted: true, message: '' });
});

test.each([
  ['server: a request leaves a line in the log', 'another form'],
  ['feat(Orders): show the timeline', 'another form'],
  ['feat(orders) show the timeline', 'another form'],
  ['feat(orders): show the timeline.', 'another form'],
  [`docs(api): ${'x'.repeat(62)}`, 'over 72 characters'],
])('"%s" is refused, with what to write instead', (subject, reason) => {
  const { isAccepted, message } = commit(subject);
  expect(isAccepted).toBe(false);
  expect(message).toContain(reason);
  expect(message).toContain('type(domain): imperative');
});

test.each(['C', 'C.UTF-8'])('in the locale %s, characters are counted and not bytes', (locale) => {
  expect(commit(`docs(api): ${'é'.repeat(61)}`, locale).isAccepted).toBe(true);
  expect(commit(`docs(api): ${'é'.repeat(62)}`, locale).isAccepted).toBe(false);
});
