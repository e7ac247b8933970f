import type { ReactNode } from 'react';

import { Footer } from './footer.tsx';
import { Navbar } from './navbar.tsx';
import { useSiteConfig } from '#web/platform/site-config.ts';

/** The frame of every public page: skip link, demo notice, navbar and footer. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <FrameTop />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-page grow px-4 pt-6 pb-10 tablet:px-8 tablet:pb-16"
      >
        {children}
      </main>
      <Footer />
    </div>
  );
}

/** The top of every frame. */
export function FrameTop() {
  const isDemo = useSiteConfig()?.mode === 'demo';
  return (
    <>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      {isDemo && (
        <aside
          aria-label="Notice"
          className="bg-wait-soft px-4 py-1 text-center text-small font-medium text-wait"
        >
          Demo: no real money
        </aside>
      )}
      <Navbar />
    </>
  );
}
