// The outbox as HTML: everything that came by mail is escaped, nothing runs.
import type { StoredMail } from './mail-store.ts';

type Place = { base: string };

export function renderList(mails: readonly StoredMail[], to: string | undefined, { base }: Place): string {
  const items = mails.map(
    (mail) => `<li><a href="${base}/${mail.id}">
      <strong>${escape(mail.subject === '' ? '(no subject)' : mail.subject)}</strong>
      <span>${escape(mail.to.join(', '))}</span>
      ${renderTime(mail.receivedAt)}
    </a></li>`,
  );
  const empty = `<p class="empty">${to === undefined ? 'No mail yet. What the shop sends appears here.' : `No mail to ${escape(to)}.`}</p>`;
  return renderPage(
    'Outbox',
    base,
    `<form method="get" action="${base}/" role="search">
      <label for="to">Recipient</label>
      <input id="to" name="to" type="email" value="${escape(to ?? '')}" placeholder="mina@example.com" />
      <button type="submit">Show</button>
    </form>
    ${items.length === 0 ? empty : `<ul class="mails">${items.join('')}</ul>`}`,
  );
}

export function renderMail(mail: StoredMail, { base }: Place): string {
  return renderPage(
    mail.subject === '' ? '(no subject)' : mail.subject,
    base,
    `<p><a href="${base}/">All mail</a></p>
    <dl>
      <dt>From</dt><dd>${escape(mail.from)}</dd>
      <dt>To</dt><dd>${escape(mail.to.join(', '))}</dd>
      <dt>Received</dt><dd>${renderTime(mail.receivedAt)}</dd>
    </dl>
    <div class="body">${linkify(textOf(mail))}</div>`,
  );
}

export function renderMissing({ base }: Place): string {
  return renderPage(
    'No such mail',
    base,
    `<p>It may have made room for newer ones.</p><p><a href="${base}/">All mail</a></p>`,
  );
}

/** The web addresses in a mail, in order, each once. */
export function linksOf(mail: StoredMail): string[] {
  const inHtml = [...(mail.html ?? '').matchAll(/href="(https?:\/\/[^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  const inText = mail.text.match(webAddress) ?? [];
  return [...new Set([...inText, ...inHtml])];
}

const webAddress = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g;

function linkify(text: string): string {
  let end = 0;
  const parts: string[] = [];
  for (const match of text.matchAll(webAddress)) {
    const href = escape(match[0]);
    parts.push(escape(text.slice(end, match.index)), `<a href="${href}" rel="noreferrer">${href}</a>`);
    end = match.index + match[0].length;
  }
  return parts.join('') + escape(text.slice(end));
}

/** A mail that is HTML alone still shows its links and words. */
function textOf(mail: StoredMail): string {
  if (mail.text.trim() !== '' || mail.html === null) return mail.text;
  return [mail.html.replace(/<[^>]*>/g, ' ').trim(), ...linksOf(mail)].join('\n\n');
}

function renderTime(time: Date): string {
  const iso = time.toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

function renderPage(title: string, base: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escape(title)} · Mail sandbox</title>
<link rel="stylesheet" href="${base}/outbox.css" />
</head>
<body>
<header><span>Mail sandbox</span> No mail leaves this machine.</header>
<main>
<h1>${escape(title)}</h1>
${content}
</main>
</body>
</html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}
