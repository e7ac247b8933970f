import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';

/**
 * Asks before the page is left, by a link, by going back or by closing the tab, for as long as it should.
 *
 * @param onLeave hears that the person leaves for another page of ours all the same
 */
export function useLeaveQuestion(
  shouldAsk: () => boolean,
  question: string,
  onLeave: () => void = () => undefined,
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
      // The browser asks in its own words.
      if (shouldAsk()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [shouldAsk]);
}
