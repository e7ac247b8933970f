import { useNow } from '#web/platform/use-now.ts';
import { Moment } from '#web/ui/moment.tsx';

export interface NextLineProps {
  readonly words: string;
  readonly isYourTurn: boolean;
  readonly until: string | null;
}

const tickMs = 60_000;

/** A list's line about an order's next step and its deadline. */
export function NextLine({ words, isYourTurn, until }: NextLineProps) {
  const now = useNow(tickMs);
  return (
    <span className={isYourTurn ? 'text-wait' : 'text-quiet'}>
      {isYourTurn && <strong className="font-semibold">Your turn: </strong>}
      {words}
      {until !== null && (
        <>
          {Date.parse(until) > now ? ', until ' : ', was due '}
          <Moment time={until} />
        </>
      )}
    </span>
  );
}
