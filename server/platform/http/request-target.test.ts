import { expect, test } from 'vitest';

import { readTarget, withoutTrailingSlash } from './request-target.ts';

test.each([
  ['/', '/'],
  ['/products/?id=1', '/products/?id=1'],
  ['/search?q=//evil.example/%zz', '/search?q=//evil.example/%zz'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['/blog#state', '/blog'],
  ['http://evil.example/product/1?x=1', '/product/1?x=1'],
  ['HTTPS://user:pw@evil.example:8080/blog', '/blog'],
  ['http://evil.example', '/'],
  ['http://evil.example?x=1', '/?x=1'],
  ['http:///blog', '/blog'],
  ['/http://evil.example', '/not-found'],
  ['//', '/not-found'],
  ['///', '/not-found'],
  ['/\\', '/not-found'],
  ['//[', '/not-found'],
  ['//user:pw@x/', '/not-found'],
  ['//evil.example/product/1', '/not-found'],
  ['http://evil.example//evil.example/', '/not-found'],
  ['/blog//', '/not-found'],
  ['/blog/\\x', '/not-found'],
  ['/%zz', '/not-found'],
  ['/%ff', '/not-found'],
  ['/x/../blog', '/not-found'],
  ['/.', '/not-found'],
  ['/.well-known/security.txt', '/.well-known/security.txt'],
  ['/%2e%2E/blog', '/not-found'],
  ['/%09/', '/not-found'],
  ['/%5Cevil.example/', '/not-found'],
  ['/%2F%2Fevil.example/', '/not-found'],
  ['/api/users/admin/a%2F%2Fb', '/api/users/admin/a%2F%2Fb'],
  ['*', '/not-found'],
  ['', '/'],
  ['/api//products', '/api/not-found'],
  ['/api/products/%', '/api/not-found'],
])('%s asks for %s', (target, address) => {
  expect(readTarget(target)).toBe(address);
});

test.each([
  ['/blog/', '/blog'],
  ['/search/?q=a/', '/search?q=a/'],
  ['/', undefined],
  ['/?x=/', undefined],
  ['/blog', undefined],
  ['/search?q=a/', undefined],
])('%s without its last slash is %s', (address, shorter) => {
  expect(withoutTrailingSlash(address)).toBe(shorter);
});
