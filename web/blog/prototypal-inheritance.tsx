/** Blog: prototypal inheritance. */
const example = `const phone = {
  describe() {
    return \`\${this.model}, \${this.storage} GB\`;
  },
};

const pixel = Object.create(phone);
pixel.model = 'Pixel 8';
pixel.storage = 128;

pixel.describe(); // 'Pixel 8, 128 GB'

Object.hasOwn(pixel, 'model'); // true
Object.hasOwn(pixel, 'describe'); // false: it is phone's`;

const classExample = `class Phone {
  describe() { return this.model; }
}
class FoldingPhone extends Phone {}

const fold = new FoldingPhone();
const above = Object.getPrototypeOf(fold);

above === FoldingPhone.prototype; // true
Object.getPrototypeOf(above) === Phone.prototype; // true`;

export function PrototypalInheritance() {
  return (
    <div className="prose">
      <p>
        In JavaScript an object inherits from another object, directly. Each object has a hidden link to one
        other, its prototype. Asked for a property that it does not have, it passes the question along that
        link, and so on up the chain, until somebody has an answer or the chain ends in <code>null</code> and
        the answer is <code>undefined</code>.
      </p>
      <pre>
        <code>{example}</code>
      </pre>
      <p>
        Notice <code>this</code>: the method was found on <code>phone</code>, but it was called on{' '}
        <code>pixel</code>, so that is what <code>this</code> means. One function serves every object that
        inherits it. Writing is not symmetrical: assigning <code>pixel.describe</code> makes a property of{' '}
        <code>pixel</code> itself, which hides the inherited one and leaves <code>phone</code> alone.
      </p>
      <h3>And classes?</h3>
      <p>
        <code>class</code> is a clearer way to write the same thing. Methods go onto the class’s{' '}
        <code>prototype</code> object; <code>new</code> makes an object linked to it; <code>extends</code>{' '}
        links one prototype to the next.
      </p>
      <pre>
        <code>{classExample}</code>
      </pre>
      <h3>What to keep in mind</h3>
      <ul>
        <li>
          The link is live. A method added to a prototype later is there at once for every object below it.
          That is how polyfills work, and why changing <code>Array.prototype</code> for fun breaks other
          people’s code.
        </li>
        <li>Share behaviour on a prototype, not data: an array kept there is one array for everybody.</li>
        <li>
          Long chains are hard to follow. One level is plenty; beyond that, put small objects together
          instead.
        </li>
      </ul>
    </div>
  );
}
