import { useSyncExternalStore } from 'react';

const roles = ['--color-ink', '--color-quiet', '--color-bad'] as const;

/**
 * The theme's current colours. The processor's card field is a separate document without our style sheets, so it gets
 * computed colours.
 */
export function useCardColours(): { ink: string; quiet: string; bad: string } {
  const [ink = '', quiet = '', bad = ''] = useSyncExternalStore(subscribe, readColours, () => '').split('|');
  return { ink, quiet, bad };
}

function subscribe(onChange: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const choice = new MutationObserver(onChange);
  system.addEventListener('change', onChange);
  choice.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', onChange);
    choice.disconnect();
  };
}

/** A custom property contains `light-dark(…)` literally; only a colour in use is computed. */
function readColours(): string {
  const probe = document.createElement('span');
  document.body.append(probe);
  const colours = roles.map((role) => {
    probe.style.color = `var(${role})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return colours.join('|');
}
