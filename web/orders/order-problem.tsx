import { problemWords } from '#contract/orders-words.ts';
import type { Order } from '#contract/orders.ts';
import { Panel } from '#web/ui/panel.tsx';

/** What is wrong, in the words of the side that said so. */
export function OrderProblem({ order: { problem } }: { order: Order }) {
  if (problem === null) return null;
  const { reason, text } = problem;
  return (
    <Panel title="The problem">
      {reason !== null && <p className="font-semibold">{problemWords[reason].what}</p>}
      <p className="max-w-prose wrap-anywhere whitespace-pre-line">{text}</p>
    </Panel>
  );
}
