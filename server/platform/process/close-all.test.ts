import { expect, test } from 'vitest';

import { closeAll } from './close-all.ts';

const failing = (message: string) => () => Promise.reject(new Error(message));

test('a closer that fails does not prevent the others from closing', async () => {
  const closed: string[] = [];
  const closer = (name: string) => async () => void closed.push(name);
  await expect(closeAll([closer('database'), failing('one'), closer('services')])).rejects.toThrow('one');
  expect(closed).toEqual(['services', 'database']);
  await expect(closeAll([failing('one'), failing('two')])).rejects.toMatchObject({
    errors: [{ message: 'two' }, { message: 'one' }],
  });
  await expect(closeAll([])).resolves.toBeUndefined();
});
