/** Blog: unit tests and why to write them. */
const example = `test('a price keeps its cents', () => {
  expect(toCents(420.5)).toBe(42050);
  // 19.99 * 100 is 1998.9999999999998
  expect(toCents(19.99)).toBe(1999);
});`;

export function UnitTests() {
  return (
    <div className="prose">
      <p>
        A unit test runs one small piece of a program (a function, a class, a component) by itself, with
        chosen input, and checks what comes out. It needs no network, no database and no luck, so a thousand
        of them run in seconds and each failure points at the line to look at.
      </p>
      <pre>
        <code>{example}</code>
      </pre>
      <h3>Why write them</h3>
      <ul>
        <li>
          <strong>They let you change your mind.</strong> Code is read and rewritten far more often than it is
          written. A test says at once whether the rewrite still does what it did.
        </li>
        <li>
          <strong>They find the edges.</strong> Nothing, zero, the last item, the 29th of February: cases one
          never clicks through by hand, and in which bugs live.
        </li>
        <li>
          <strong>They explain.</strong> A test is an example that cannot go out of date: its name says the
          rule, its body shows the use.
        </li>
        <li>
          <strong>They improve the design.</strong> What is hard to test usually does too much or reaches too
          far. The test complains first.
        </li>
        <li>
          <strong>They keep bugs dead.</strong> A bug that was fixed together with a test does not come back.
        </li>
      </ul>
      <h3>What makes a good one</h3>
      <p>
        It tests what the code promises, not how it goes about it, so that it survives a rewrite. It has one
        reason to fail. It gives the same answer every time. And it has been seen to fail: a test that cannot
        go red proves nothing.
      </p>
      <h3>What they do not tell</h3>
      <p>
        Every part can be right and the whole still wrong. Unit tests belong beside a smaller number of tests
        that join the parts (the API on a real database) and a handful that click through the product as a
        person would.
      </p>
    </div>
  );
}
