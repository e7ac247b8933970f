import { paths } from '#web/platform/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';

interface OpenOrderProps {
  /** Null where there is no order: then there is no link. */
  readonly orderId: string | null;
  /** The row that it stands in, for screen readers. */
  readonly name: string;
}

/** Leads from a row of money to the order that it belongs to. */
export function OpenOrder({ orderId, name }: OpenOrderProps) {
  if (orderId === null) return null;
  return (
    <LinkButton to={paths.order(orderId)} variant="quiet" aria-label={`Open the order, ${name}`}>
      Open the order
    </LinkButton>
  );
}
