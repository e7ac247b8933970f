import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { deletedAddress } from '#contract/deleted-address.ts';

import { TablePerson } from './table-person.tsx';

const shown = (email: string): string =>
  renderToStaticMarkup(createElement(TablePerson, { name: 'Mina', photo: '', email }));

test('a deleted person is shown without an address', () => {
  expect(shown('mina@example.com')).toContain('example.com');
  expect(shown(deletedAddress('1'))).not.toContain('invalid');
});
