import { useNavigation } from 'react-router';

/** A line at the top of the page while a navigation is under way; its style shows it from 150 ms on. */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return <div role="progressbar" aria-label="Loading the page" className="navigation-progress" />;
}
