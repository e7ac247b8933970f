import { type ReactNode, useSyncExternalStore } from 'react';

import { themeKey } from '#web/platform/before-paint.ts';
import { openStorage } from '#web/platform/browser-storage.ts';

import { MoonIcon, ScreenIcon, SunIcon } from './icons.tsx';

type Theme = 'system' | 'light' | 'dark';

const themes: readonly { theme: Theme; label: string; icon: ReactNode }[] = [
  { theme: 'system', label: 'System', icon: <ScreenIcon /> },
  { theme: 'light', label: 'Light', icon: <SunIcon /> },
  { theme: 'dark', label: 'Dark', icon: <MoonIcon /> },
];

/** Light, dark, or the system's setting. */
export function ThemeSwitch() {
  const chosen = useSyncExternalStore(onThemeChange, readTheme, () => 'system');
  return (
    <fieldset className="needs-script inline-flex rounded-pill border border-line p-0.5">
      <legend className="sr-only">Colours of the page</legend>
      {themes.map(({ theme, label, icon }) => (
        <label key={theme} className="theme-choice" title={label}>
          <input
            type="radio"
            name="theme"
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            checked={chosen === theme}
            onChange={() => applyTheme(theme)}
          />
          {icon}
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** While the page is open, the choice is stored in the root element's attribute. */
function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function applyTheme(theme: Theme): void {
  const storage = openStorage();
  if (theme === 'system') {
    delete document.documentElement.dataset['theme'];
    storage.removeItem(themeKey);
    return;
  }
  document.documentElement.dataset['theme'] = theme;
  storage.setItem(themeKey, theme);
}
