// The server does not fail on any input, for any call of the contract, and describes what it answers.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { endpoints, type NamedEndpoint } from '#contract/api.ts';
import type { Schema } from '#contract/endpoint.ts';
import { inputSchema } from './http-schema.ts';
import type { Caller } from '#testing/caller.ts';
import { expectDescribed } from '#testing/described-answers.ts';
import { type Market, newBooking, newPhone, openMarket, type TestPerson } from '#testing/market.ts';

let market: Market;
let seller: TestPerson;
let buyer: TestPerson;
let callers: Caller[];
/** Valid values, so that an invalid one beside them gets as far as possible. */
let good: Record<string, unknown>;
beforeAll(async () => {
  market = await openMarket();
});
beforeEach(async () => {
  // Some calls end the account of the caller.
  seller = await market.person('seller');
  buyer = await market.person('buyer');
  callers = [market.stranger, seller, buyer, await market.person('admin')];
  const productId = await market.phone(seller);
  good = {
    ...newPhone,
    ...newBooking,
    image: await market.picture(),
    categoryId: await market.category(),
    productId,
    uniqId: productId,
    paymentId: await market.booking(buyer, await market.phone(seller)),
    transactionId: 'pi_1',
    problem: 'Fake photo',
    name: 'Mina',
    userType: 'Buyer',
    email: seller.email,
    userEmail: buyer.email,
    password: 'Str0ngPass',
    newPassword: 'Str0ngPass',
    provider: 'google',
    callbackURL: '/',
    token: 'x',
    _id: productId,
    id: productId,
  };
});
afterAll(() => market.close());

const walked = endpoints.map((each): [string, NamedEndpoint] => [
  `${each.spec.method} ${each.spec.path}`,
  each,
]);

const texts = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '__proto__',
  "' or 1=1 --",
  '%00',
  '../../x',
  '💥',
  ' ',
  '1e999',
];
const longTexts = [
  '-1',
  '9'.repeat(400),
  '<script>alert(1)</script>',
  'x@\u0000.example.com',
  'x'.repeat(20_000),
];
const numbers = [1e308, -1e308, 1e-320, -0, 2 ** 53, 2 ** 31, 21_474_836.48, 0.1 + 0.2];
const shapes: readonly unknown[] = [
  null,
  true,
  '',
  [],
  {},
  [[[[]]]],
  { $ne: null },
  { length: -1 },
  { toString: 1 },
  ['x', 'y'],
];
const fixed: readonly unknown[] = [...texts, ...longTexts, ...numbers, ...shapes];
const hostile = fc.oneof(
  fc.constantFrom(...fixed),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.jsonValue(),
);

const namesOf = (schema: Schema | undefined): string[] => {
  const { properties = {} } = (schema === undefined ? {} : inputSchema(schema)) as { properties?: object };
  return Object.keys(properties);
};

const goodOf = (schema: Schema | undefined) =>
  Object.fromEntries(namesOf(schema).map((name) => [name, good[name]]));

const fieldNamed = (name: string) =>
  fc.oneof(
    // Read when it is drawn: each test has its own objects.
    { weight: 3, arbitrary: fc.constant(name).map((known) => good[known]) },
    { weight: 2, arbitrary: hostile },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );

/** An object with the schema's fields, each valid, hostile or missing. */
const fieldsOf = (schema: Schema | undefined) =>
  fc.record(Object.fromEntries(namesOf(schema).map((name) => [name, fieldNamed(name)])));

const bodyOf = (schema: Schema | undefined) =>
  fc.oneof({ weight: 4, arbitrary: fieldsOf(schema) }, { weight: 1, arbitrary: hostile });

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function addressOf(path: string, params: object, query: object): string {
  const values = new Map(Object.entries(params));
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encode(asText(values.get(name) ?? 'x')));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encode(asText(value).slice(0, 500))}`],
  );
  return `${filled}?${pairs.join('&')}`;
}

const encode = (text: string): string => encodeURIComponent(text.slice(0, 390).toWellFormed());

async function expectNoFailure(who: number, spec: NamedEndpoint['spec'], sent: Sent): Promise<void> {
  const hasBody = spec.method !== 'GET';
  const reply = await callers[who]?.request(spec.method, addressOf(spec.path, sent.params, sent.query), {
    ...(hasBody ? { headers: { 'Content-Type': 'application/json' } } : {}),
    ...(hasBody ? { body: JSON.stringify(sent.body) } : {}),
  });
  expect(reply?.status, JSON.stringify(sent).slice(0, 500)).toBeLessThan(500);
  if (reply !== undefined) expectDescribed(spec, reply);
}

interface Sent {
  readonly params: object;
  readonly query: object;
  readonly body: unknown;
}

/** For each access, the callers (by index) who get past its check. */
const reaching = { public: [0], session: [1], seller: [1], admin: [3], 'signed-in': [1, 2, 3] } as const;

test.each(walked)('%s never fails for one field that is hostile', async (_, { spec }) => {
  const usual = { params: goodOf(spec.params), query: goodOf(spec.query), body: goodOf(spec.body) };
  const allowed = reaching[spec.access.who];
  for (const part of ['params', 'query', 'body'] as const) {
    for (const [field, name] of namesOf(spec[part]).entries()) {
      const each = fixed.map((value, place) => {
        const sent = { ...usual, [part]: { ...usual[part], [name]: value } };
        // In turn: what is done with a value depends little on the caller.
        return expectNoFailure(allowed[(field + place) % allowed.length] ?? 0, spec, sent);
      });
      await Promise.all(each);
    }
  }
});

/** Five at once, because one waits for the network most of the time. */
const fiveOf = <Value>(each: fc.Arbitrary<Value>) => fc.array(each, { minLength: 5, maxLength: 5 });

test.each(walked)('%s never fails for anything that is sent to it', async (_, { spec }) => {
  const sent = fc.record({
    params: fieldsOf(spec.params),
    query: fieldsOf(spec.query),
    body: bodyOf(spec.body),
  });
  await fc.assert(
    fc.asyncProperty(fiveOf(fc.tuple(fc.nat(3), sent)), async (five) => {
      await Promise.all(five.map(([who, parts]) => expectNoFailure(who, spec, parts)));
    }),
    { numRuns: 5 },
  );
});

test.each(walked.filter(([, { spec }]) => spec.method !== 'GET'))(
  '%s never fails for a body that is no JSON',
  async (_, { spec }) => {
    const sent = fc.tuple(
      fc.nat(3),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom(
        'application/json',
        'application/json; charset=utf-16',
        'text/plain',
        'x',
        'multipart/form-data',
      ),
    );
    const path = addressOf(spec.path, good, {});
    const expectAnswer = async ([who, body, type]: [number, string, string]): Promise<void> => {
      const init = { headers: { 'Content-Type': type }, body };
      const reply = await callers[who]?.request(spec.method, path, init);
      expect(reply?.status, JSON.stringify(reply?.body)).toBeLessThan(500);
      if (reply !== undefined) expectDescribed(spec, reply);
    };
    await fc.assert(
      fc.asyncProperty(fiveOf(sent), async (five) => void (await Promise.all(five.map(expectAnswer)))),
      { numRuns: 3 },
    );
  },
);
