import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** Asks before the page is left, by a link, by going back or by closing the tab, for as long as it should. */
export function useLeaveQuestion(shouldAsk: () => boolean, question: string): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && shouldAsk(),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(question)) blocker.proceed();
    else blocker.reset();
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
