// The outbox as HTML: everything from mail is escaped, nothing is executed.
import { escapeHtml, renderPage } from '#sandbox/pages/render-page.ts';
import type { StoredMail } from './mail-store.ts';

type Place = { base: string };

export function renderList(mails: readonly StoredMail[], to: string | undefined, { base }: Place): string {
  const items = mails.map(
    (mail) => `<li><a href="${base}/${mail.id}">
      <strong>${escapeHtml(mail.subject === '' ? '(no subject)' : mail.subject)}</strong>
      <span>${escapeHtml(mail.to.join(', '))}</span>
      ${renderTime(mail.receivedAt)}
    </a></li>`,
  );
  const empty = `<p class="empty">${to === undefined ? 'No mail yet. What the shop sends appears here.' : `No mail to ${escapeHtml(to)}.`}</p>`;
  return frame(
    'Outbox',
    base,
    `<form method="get" action="${base}/" role="search">
      <label for="to">Recipient</label>
      <input id="to" name="to" type="email" value="${escapeHtml(to ?? '')}" placeholder="mina@example.com" />
      <button type="submit">Show</button>
    </form>
    ${items.length === 0 ? empty : `<ul>${items.join('')}</ul>`}`,
  );
}

export function renderMail(mail: StoredMail, { base }: Place): string {
  return frame(
    mail.subject === '' ? '(no subject)' : mail.subject,
    base,
    `<p><a href="${base}/">All mail</a></p>
    <dl>
      <dt>From</dt><dd>${escapeHtml(mail.from)}</dd>
      <dt>To</dt><dd>${escapeHtml(mail.to.join(', '))}</dd>
      <dt>Received</dt><dd>${renderTime(mail.receivedAt)}</dd>
    </dl>
    ${mail.unsubscribeUrl === null ? '' : renderUnsubscribe(mail.unsubscribeUrl)}
    ${mail.html === null ? '' : `<iframe title="The mail as it looks" src="${base}/${mail.id}/html" sandbox="allow-popups allow-top-navigation-by-user-activation"></iframe><h2>As plain text</h2>`}
    <div class="body">${linkify(textOf(mail))}</div>`,
  );
}

/** As in mail programs: one press, without opening the mail's own links. */
const renderUnsubscribe = (url: string): string =>
  `<form method="post" action="${escapeHtml(url)}">
      <input type="hidden" name="List-Unsubscribe" value="One-Click" />
      <button type="submit">Unsubscribe</button>
    </form>`;

export function renderMissing({ base }: Place): string {
  return frame(
    'No such mail',
    base,
    `<p>It may have made room for newer ones.</p><p><a href="${base}/">All mail</a></p>`,
  );
}

/** The web addresses in a mail, in order, without repetitions. */
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
    const href = escapeHtml(match[0]);
    parts.push(escapeHtml(text.slice(end, match.index)), `<a href="${href}" rel="noreferrer">${href}</a>`);
    end = match.index + match[0].length;
  }
  return parts.join('') + escapeHtml(text.slice(end));
}

/** The text of a mail, also if it consists only of HTML. */
function textOf(mail: StoredMail): string {
  if (mail.text.trim() !== '' || mail.html === null) return mail.text;
  return [mail.html.replace(/<[^>]*>/g, ' ').trim(), ...linksOf(mail)].join('\n\n');
}

function renderTime(time: Date): string {
  const iso = time.toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

const frame = (title: string, base: string, content: string): string =>
  renderPage({
    title,
    sandbox: 'Mail sandbox',
    style: `${base}/outbox.css`,
    header: '<header><span>Mail sandbox</span> No mail leaves this machine.</header>',
    content,
  });
