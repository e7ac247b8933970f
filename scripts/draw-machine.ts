// Draws a state machine of the contract for a document, so that the two cannot differ.
import { durationWords } from '#contract/durations.ts';
import { type Machine, statesOf, type Transition, transitionOf } from '#contract/states.ts';

interface Row {
  readonly from: string;
  readonly to: string;
  readonly transition: Transition;
}

/** A diagram, and a table of who may do what. */
export function drawMachine<State extends string>(machine: Machine<string, State>): string {
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
  ].join('\n');
}

const drawRow = ({ from, to, transition: { by, after } }: Row): string =>
  `| \`${from}\` | \`${to}\` | ${by.join(', ')} | ${after === undefined ? '' : durationWords(after.minutes)} | ${(after?.remindAfterMinutes ?? []).map(durationWords).join(', ')} |`;
