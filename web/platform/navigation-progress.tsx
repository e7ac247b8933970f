import { useNavigation } from 'react-router';

/** A line at the top of the page during a navigation; its style shows it after 150 ms. */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return <div role="progressbar" aria-label="Loading the page" className="navigation-progress" />;
}
