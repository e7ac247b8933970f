import { Moment } from '#web/ui/moment.tsx';

export interface NextLineProps {
  readonly words: string;
  readonly isYourTurn: boolean;
  readonly until: string | null;
}

/** In a list: what an order waits for, and until when. */
export function NextLine({ words, isYourTurn, until }: NextLineProps) {
  return (
    <span className={isYourTurn ? 'text-wait' : 'text-quiet'}>
      {isYourTurn && <strong className="font-semibold">Your turn: </strong>}
      {words}
      {until !== null && (
        <>
          , until <Moment time={until} />
        </>
      )}
    </span>
  );
}
