// Draws a state machine of the contract into a document, so that the two cannot differ.
import { type Machine, type Role, statesOf, type Transition, transitionOf } from '#contract/states.ts';

const begin = '<!-- Drawn from the contract by npm run check -- --write. -->';
const end = '<!-- End of what is drawn. -->';

/**
 * A document whose drawn part shows the machine as it is now.
 *
 * @throws Error where the document has no drawn part
 */
export function withMachine<State extends string>(document: string, machine: Machine<string, State>): string {
  const [before, rest] = split(document, begin);
  const [, after] = split(rest, end);
  return `${before}${begin}\n\n${drawMachine(machine)}\n${end}${after}`;
}

function split(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark);
  if (at === -1) throw new Error(`The document has no line ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

interface Row {
  readonly from: string;
  readonly to: string;
  readonly transition: Transition;
}

/** A diagram for the eye, and a table with who may do what. */
function drawMachine<State extends string>(machine: Machine<string, State>): string {
  const states = statesOf(machine);
  const rows = states.flatMap((from) =>
    states.flatMap((to): Row[] => {
      const transition = transitionOf(machine, from, to);
      return transition === undefined ? [] : [{ from, to, transition }];
    }),
  );
  return [
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${machine.first}`,
    ...rows.map(({ from, to, transition }) => `  ${from} --> ${to}: ${transition.by.join(', ')}`),
    '```',
    '',
    '| from | to | who | by itself after | reminders |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(drawRow),
    '',
  ].join('\n');
}

const drawRow = ({ from, to, transition: { by, after } }: Row): string =>
  `| \`${from}\` | \`${to}\` | ${by.map(roleWord).join(', ')} | ${after === undefined ? '' : duration(after.minutes)} | ${(after?.remindAfterMinutes ?? []).map(duration).join(', ')} |`;

const roleWord = (role: Role): string => (role === 'system' ? 'the product' : role);

function duration(minutes: number): string {
  if (minutes % 1440 === 0 && minutes > 2 * 1440) return `${minutes / 1440} days`;
  if (minutes === 60) return '1 hour';
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;
}
