/** From each state, the states that may follow it. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>;

/** Whether a thing in state `from` may go to `to`. */
export const mayBecome = <State extends string>(
  transitions: Transitions<State>,
  from: State,
  to: State,
): boolean => transitions[from].includes(to);

/** The states from which a thing may go to `to`: what an update's `where` asks for. */
export const statesBefore = <State extends string>(transitions: Transitions<State>, to: State): State[] =>
  // Object.keys forgets the key type of a record that is closed.
  (Object.keys(transitions) as State[]).filter((from) => transitions[from].includes(to));
