import displayFont from '@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2?url';
import textFont from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { type ReactNode, Suspense, use, useEffect } from 'react';
import {
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  type MetaFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
} from 'react-router';

import { getSiteConfig } from '#contract/site.ts';
import { ErrorScreen, errorTitle } from '#web/layout/error-screen.tsx';
import { PageFocus } from '#web/layout/page-focus.tsx';
import { PublicFrame } from '#web/layout/public-frame.tsx';
import { call } from '#web/platform/api.ts';
import { stopWatching, watchBeforeHydration, watchCode } from '#web/platform/before-hydration.ts';
import { beforePaint } from '#web/platform/before-paint.ts';
import { IncompletePageNotice, MissingChunkNotice, lazyPart } from '#web/platform/missing-chunk.tsx';
import { NavigationProgress } from '#web/platform/navigation-progress.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { scrollKeyOf } from '#web/platform/origin.ts';
import { NonceContext } from '#web/platform/page-nonce.ts';
import { RuntimeProvider, useSession } from '#web/platform/runtime.tsx';
import { sendContext } from '#web/platform/send.ts';
import { ToastProvider } from '#web/platform/toasts.tsx';
import appCss from '#web/styles/app.css?url';

export const links: LinksFunction = () => [
  ...[textFont, displayFont].map((href) => ({
    rel: 'preload',
    href,
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'stylesheet', href: appCss },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icon-180.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export const meta: MetaFunction = ({ error }) =>
  pageMeta(
    error === undefined
      ? { title: '', description: 'Second-hand phones, from one person to the next, paid for safely.' }
      : { title: errorTitle, isPrivate: true },
  );

/** The site's configuration, for every page. It does not change while the page is open, so it is loaded only once. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => ({
  ...(await call(context.get(sendContext), getSiteConfig)),
  // On the server, requests have the public URL.
  publicOrigin: new URL(request.url).origin,
});

export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The script below sets attributes of the root element before React hydrates it.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#faf8f4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#12151a" media="(prefers-color-scheme: dark)" />
        <script
          nonce={use(NonceContext)}
          dangerouslySetInnerHTML={{ __html: `${beforePaint};${watchBeforeHydration};${watchCode}` }}
        />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration getKey={scrollKeyOf} />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <Providers>
      <Outlet />
      <PageFocus />
    </Providers>
  );
}

/** Only errors outside of every frame are shown here; a page's errors are shown within its frame. */
export function ErrorBoundary() {
  return (
    <Providers>
      <PublicFrame>
        <ErrorScreen />
      </PublicFrame>
    </Providers>
  );
}

function Providers({ children }: { children: ReactNode }) {
  useEffect(stopWatching, []);
  return (
    <ToastProvider>
      <NavigationProgress />
      <RuntimeProvider sessionCalls={loadSessionCalls}>
        {children}
        <UpdatesOfSignedIn />
      </RuntimeProvider>
      <MissingChunkNotice />
      <IncompletePageNotice />
    </ToastProvider>
  );
}

/** Visitors get no updates. */
function UpdatesOfSignedIn() {
  const { identity } = useSession();
  return (
    identity !== undefined && (
      <Suspense>
        <LiveUpdates />
      </Suspense>
    )
  );
}

const LiveUpdates = lazyPart(async () => (await import('#web/layout/account.tsx')).LiveUpdates);

/** Not needed to read a page. */
const loadSessionCalls = async () => (await import('#web/auth/session-calls.ts')).sessionCalls;
