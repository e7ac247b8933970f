// Answers a page that cannot be loaded with one of our own instead of the browser's. It stores nothing and touches
// nothing else: no call, no picture, no price. The page stands in this file, so that a browser that finds the file
// changed, which it asks at every visit, has the new page as well.

self.addEventListener('install', () => self.skipWaiting());

// With navigation preload the browser asks the server while it starts this file, and once more for what is not answered
// here: links of mails, which work once, would be used up. Former versions had turned it on.
self.addEventListener('activate', (event) => {
  event.waitUntil(self.registration.navigationPreload?.disable());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || new URL(request.url).pathname.startsWith('/api/')) return;
  event.respondWith(fetch(request).catch(answerOffline));
});

function answerOffline() {
  const nonce = crypto.randomUUID();
  return new Response(page(nonce), {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; form-action 'none'; base-uri 'none'`,
    },
  });
}

/** The colours that were chosen on the site, before anything is painted. */
const theme = `try { document.documentElement.dataset.theme = localStorage.getItem('theme') ?? ''; } catch {}`;

/**
 * The page says what it knows itself, because a connection may be lost while it is shown.
 * A server that is away tells nobody when it is back, such as after a deploy: it is asked.
 */
const script = `
  const tell = () => {
    const [title, text] = navigator.onLine
      ? ['Ringback cannot be reached', 'Please try again in a moment.']
      : ['You are offline', 'Please check your connection and try again.'];
    document.title = title + ' · Ringback';
    document.querySelector('h1').textContent = title;
    document.querySelector('p').textContent = text + ' What you have booked, paid and sent is safe.';
  };
  tell();
  addEventListener('offline', tell);
  addEventListener('online', () => location.reload());
  const look = async () => {
    if (!navigator.onLine || document.hidden) return;
    const reply = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
    if (reply?.ok) location.reload();
  };
  setInterval(look, 4000 + Math.random() * 2000);
`;

/** A page that needs no other file. */
const page = (nonce) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Ringback</title>
    <style>
      :root { color-scheme: light dark; --ground: light-dark(#faf8f4, #12151a); --surface: light-dark(#fff, #1a1e25);
        --soft: light-dark(#f1eee7, #20252d); --line: light-dark(#e4e0d8, #2c323c); --text: light-dark(#15181e, #f2efe9);
        --quiet: light-dark(#5b6270, #a3abb8); --bad: light-dark(#b3261e, #ff8f84); --lead: light-dark(#0b6b50, #4cc39a);
        --on-lead: light-dark(#fff, #0d1512); }
      :root { background: var(--ground); }
      :root[data-theme='light'] { color-scheme: light; }
      :root[data-theme='dark'] { color-scheme: dark; }
      body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 1rem;
        padding: 1.5rem; box-sizing: border-box; text-align: center; color: var(--text);
        font: 1rem/1.5 system-ui, sans-serif; }
      svg { width: 16rem; max-width: 100%; }
      h1 { margin: 0; font-size: 1.75rem; line-height: 2.125rem; }
      p { margin: 0; max-width: 26rem; color: var(--quiet); }
      a { margin-top: 0.5rem; padding: 0.75rem 1.5rem; border-radius: 10px; background: var(--lead);
        color: var(--on-lead); font-weight: 600; text-decoration: none; }
      a:focus-visible { outline: 3px solid var(--text); outline-offset: 3px; }
    </style>
    <script nonce="${nonce}">${theme}</script>
  </head>
  <body>
    <main style="display: contents">
      <svg viewBox="0 0 200 140" fill="none" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
        <circle cx="100" cy="66" r="60" fill="var(--soft)"/>
        <path d="M20 122h160" stroke="var(--line)"/>
        <rect x="70" y="22" width="60" height="100" rx="13" fill="var(--surface)" stroke="var(--text)"/>
        <path d="M85 100v-6M95 100v-14M105 100v-22M115 100v-30" stroke="var(--quiet)" stroke-width="5"/>
        <path d="M106 32.5A12 12 0 1 0 112 40" stroke="var(--text)"/>
        <path d="M78 108 124 50" stroke="var(--surface)" stroke-width="9"/>
        <path d="M78 108 124 50" stroke="var(--bad)" stroke-width="4"/>
      </svg>
      <h1></h1>
      <p></p>
      <a href="">Try again</a>
    </main>
    <script nonce="${nonce}">${script}</script>
  </body>
</html>`;
