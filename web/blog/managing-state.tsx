/** Blog: ways to manage state in a front-end app. */
export function ManagingState() {
  return (
    <div className="prose">
      <p>
        State is whatever can change while the page is open. Before reaching for a library, ask two questions
        of each piece of it: who owns the truth, and who needs to see it? The answers lead to five places.
      </p>
      <h3>In the component</h3>
      <p>
        An open panel, the text in a field, which tab is chosen: if nobody else cares, <code>useState</code>{' '}
        or <code>useReducer</code> is enough. Two components that must agree share the state of their nearest
        parent. Most state should stay here.
      </p>
      <h3>In the address</h3>
      <p>
        Filters, the page of a list, the thing being looked at. What is in the URL survives a reload, works
        with the back button and can be sent to a friend, and costs nothing to store.
      </p>
      <h3>On the server</h3>
      <p>
        Products, orders, people: the page only holds a copy, and copies go stale. A query cache such as
        TanStack Query or SWR keeps the copy, knows how old it is, fetches it again, and tells you about
        loading and failure. Keeping server data in a hand-written store means writing that cache yourself,
        usually with holes.
      </p>
      <h3>Around the component tree</h3>
      <p>
        A theme, a language, who is signed in: read in many places, changed rarely. Context passes such values
        down without threading them through every level. It is a way to deliver state, not to manage it, and
        everything that reads a context renders again when its value changes.
      </p>
      <h3>In a store</h3>
      <p>
        A drawing program, a spreadsheet, a game: much state, changed often, from everywhere. A store outside
        of the components (Redux Toolkit, Zustand, Jotai, or signals) lets each part subscribe to just the
        slice it shows. Where the trouble is not the amount but the rules (a checkout that must never skip a
        step), write the states and transitions down as a state machine.
      </p>
      <p>
        A good habit: never store what can be computed. A list and the number of its items are one piece of
        state, not two that may disagree.
      </p>
    </div>
  );
}
