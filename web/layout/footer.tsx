import { Link } from 'react-router';

import { aboutTopics } from '#contract/about.ts';
import { paths } from '#web/platform/paths.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';

/** The footer of every page; its year is the specification's. */
export function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto grid max-w-page gap-6 px-4 py-8 tablet:px-8">
        <nav aria-label="About Ringback">
          <ul className="flex flex-wrap gap-x-5">
            <li>
              <Link to={paths.addProduct} className="foot-link">
                Sell a phone
              </Link>
            </li>
            {aboutTopics.map(({ name, label }) => (
              <li key={name}>
                <Link to={paths.about(name)} className="foot-link">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <div className="flex items-center gap-3">
            <BrandMark className="size-7" />
            <p className="text-small text-quiet">
              <span className="block">© 2022 Ringback</span>
              <span className="block text-balance">Second-hand phones, from one person to the next.</span>
            </p>
          </div>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}
