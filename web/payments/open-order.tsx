import { paths } from '#web/platform/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';

interface OpenOrderProps {
  /** Null if there is no order: then there is no link. */
  readonly orderId: string | null;
  /** The name of its row, for screen readers. */
  readonly name: string;
}

/** A link from a row about money to its order. */
export function OpenOrder({ orderId, name }: OpenOrderProps) {
  if (orderId === null) return null;
  return (
    <LinkButton to={paths.order(orderId)} variant="quiet" aria-label={`Open the order, ${name}`}>
      Open the order
    </LinkButton>
  );
}
