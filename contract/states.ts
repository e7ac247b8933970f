/**
 * State machines as data. A domain declares its machine in its own file; the server's `transition()` is the only code
 * that moves a row from one state to another, and it reads the machine to do so.
 */

/** The role in which somebody makes a transition. `system` is Ringback itself: a settled payment, a deadline. */
export type Role = 'buyer' | 'seller' | 'admin' | 'system';

/** Who makes a change. */
export type Actor =
  | { readonly role: Exclude<Role, 'system'>; readonly id: string }
  | { readonly role: 'system' };

export const system = { role: 'system' } as const satisfies Actor;

/** When a transition happens automatically, counted from the moment the state was entered. */
interface TimeLimit {
  /** The default; a setting of the installation may replace it. */
  readonly minutes: number;
  /** When those who can still act are reminded, in minutes from the same moment. */
  readonly remindAfterMinutes?: readonly number[];
}

export interface Transition {
  readonly by: readonly Role[];
  readonly after?: TimeLimit;
}

/** For each state, the possible next states. */
export interface Machine<Name extends string, State extends string> {
  /** Also the first part of the kinds of its events: `booking` emits `booking.paid`. */
  readonly name: Name;
  /** The state in which a row is created. */
  readonly first: NoInfer<State>;
  readonly transitions: Readonly<Record<State, Readonly<Partial<Record<NoInfer<State>, Transition>>>>>;
}

/** The transition between two states, if there is one. */
export const transitionOf = <State extends string>(
  machine: Machine<string, State>,
  from: State,
  to: State,
): Transition | undefined => machine.transitions[from][to];

/** Whether `role` may move a row from state `from` to `to`. */
export const mayBecome = <State extends string>(
  machine: Machine<string, State>,
  from: State,
  to: State,
  role: Role,
): boolean => transitionOf(machine, from, to)?.by.includes(role) === true;

/** All states of a machine. */
export const statesOf = <State extends string>({ transitions }: Machine<string, State>): State[] =>
  // The type of `Object.keys` loses the names of the keys.
  Object.keys(transitions) as State[];

/** The states from which `role` may move a row to `to`. */
export const statesBefore = <State extends string>(
  machine: Machine<string, State>,
  to: State,
  role: Role,
): State[] => statesOf(machine).filter((from) => mayBecome(machine, from, to, role));

/** The data of a transition's event. `from` is null if the row was created. */
interface StateChange<State extends string, To extends State> {
  readonly from: State | null;
  readonly to: To;
  readonly role: Role;
  readonly reason: string | null;
}

/** The events of a machine: one kind for each state, emitted when it is entered. */
export type StateEvents<M extends Machine<string, string>> = {
  [To in StateOf<M> as `${M['name']}.${To}`]: StateChange<StateOf<M>, To>;
};

type StateOf<M extends Machine<string, string>> = keyof M['transitions'] & string;
