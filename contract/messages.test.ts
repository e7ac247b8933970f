// The style of messages beside a field: that of the spec's own messages (docs/words.md).
import { expect, test } from 'vitest';

import { endpoints } from './api.ts';
import { linkFaults } from './auth-links.ts';

test('no message beside a field ends with a full stop', () => {
  const messages = new Set<string>();
  for (const { spec } of endpoints) {
    for (const schema of [spec.params, spec.query, spec.body]) collectMessages(schema, messages);
  }
  expect(messages).toContain('Please enter Phone model');
  expect(messages.size).toBeGreaterThan(150);
  // The token of a link is not a form field: the page of such a link shows its message as a sentence.
  messages.delete(linkFaults.unknown);
  expect([...messages].filter((message) => message.endsWith('.'))).toEqual([]);
});

/** The messages of a schema and of all schemas and checks within it, from zod's internal definitions. */
function collectMessages(part: unknown, messages: Set<string>, seen = new Set<unknown>()): void {
  if (typeof part !== 'object' || part === null || seen.has(part)) return;
  seen.add(part);
  for (const [name, value] of Object.entries(part)) {
    if (name === 'error' && typeof value === 'function') {
      const message: unknown = value({ input: undefined, code: 'custom' });
      if (typeof message === 'string') messages.add(message);
    } else {
      collectMessages(value, messages, seen);
    }
  }
  // Not enumerable.
  if ('_zod' in part) collectMessages(part._zod, messages, seen);
}
