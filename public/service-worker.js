// Answers a page that cannot be loaded with one of our own instead of the browser's. It stores nothing and touches
// nothing else: no call, no picture, no price. The page stands in this file, so that a browser that finds the file
// changed, which it asks at every visit, has the new page as well.

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  // The browser asks the server for the page while it starts this file.
  event.waitUntil(self.registration.navigationPreload?.enable());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || new URL(request.url).pathname.startsWith('/api/')) return;
  event.respondWith(load(event).catch(answerOffline));
});

const load = async (event) => (await event.preloadResponse) ?? fetch(event.request);

function answerOffline() {
  const [title, text] = self.navigator.onLine
    ? ['Ringback cannot be reached', 'Please try again in a moment.']
    : ['You are offline', 'Please check your connection and try again.'];
  return new Response(page(title, text), {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'",
    },
  });
}

/** A page that needs no other file. */
const page = (title, text) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title} · Ringback</title>
    <style>
      :root { color-scheme: light dark; --ground: #faf8f4; --text: #15181e; --quiet: #555a63; --lead: #0b6b50; --on-lead: #fff; }
      @media (prefers-color-scheme: dark) {
        :root { --ground: #12151a; --text: #f2efe9; --quiet: #b0b3b8; --lead: #4cc39a; --on-lead: #12151a; }
      }
      body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 1rem;
        padding: 1.5rem; box-sizing: border-box; text-align: center; background: var(--ground); color: var(--text);
        font: 1rem/1.5 system-ui, sans-serif; }
      svg { width: 4rem; height: 4rem; }
      h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
      p { margin: 0; max-width: 26rem; color: var(--quiet); }
      a { margin-top: 0.5rem; padding: 0.75rem 1.5rem; border-radius: 0.75rem; background: var(--lead);
        color: var(--on-lead); font-weight: 600; text-decoration: none; }
      a:focus-visible { outline: 3px solid var(--text); outline-offset: 3px; }
    </style>
  </head>
  <body>
    <main style="display: contents">
      <svg viewBox="0 0 32 32" fill="none" aria-hidden="true">
        <path d="M22.5 6.1A12 12 0 1 0 27.6 13" stroke="var(--text)" stroke-width="4" stroke-linecap="round"/>
        <circle cx="26.4" cy="6.6" r="3.1" fill="var(--lead)"/>
      </svg>
      <h1>${title}</h1>
      <p>${text} What you have booked, paid and sent is safe.</p>
      <a href="">Try again</a>
    </main>
  </body>
</html>`;
