import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';

/**
 * While `shouldAsk` returns true, asks before the person leaves the page: by a link, by going back or by closing the
 * tab. Asks as well before they log out, which deletes drafts.
 *
 * @param options.onLeave called when the person leaves for another page of ours in spite of the question
 */
export function useLeaveConfirmation(
  shouldAsk: () => boolean,
  question: string,
  {
    onLeave = () => undefined,
    logOutQuestion = 'Log out? What you have entered is deleted.',
  }: { onLeave?: () => void; logOutQuestion?: string } = {},
): void {
  const leave = useEffectEvent(onLeave);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && shouldAsk(),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(question)) {
      leave();
      blocker.proceed();
    } else blocker.reset();
  }, [blocker, question]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (!shouldAsk()) return;
      // The browser's own event has its own text; the other one is of Logout (`web/layout/account.tsx`).
      if (event.isTrusted || !window.confirm(logOutQuestion)) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [shouldAsk, logOutQuestion]);
}
