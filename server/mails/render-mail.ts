/** A mail as text and as HTML, both made from the same content, in the site's colours. */
import { escapeMarkup } from '#server/platform/http/escape-markup.ts';

export interface MailContent {
  /** The subject, and the heading of the HTML. */
  readonly title: string;
  /** Paragraphs, separated by empty lines. */
  readonly text: string;
  readonly link?: { readonly label: string; readonly url: string };
  /** Paragraphs below the link. */
  readonly after?: string;
  /** Why the recipient gets this mail. */
  readonly reason: string;
  /** How the recipient turns such mail off, if possible. */
  readonly unsubscribe?: {
    /** Accepts the POST of a mail program. */
    readonly oneClickUrl: string;
    /** A page with a button. */
    readonly pageUrl: string;
    /** The page with all of their settings. */
    readonly settingsUrl: string;
  };
}

/** Renders a mail for a site at `publicUrl`. */
export const renderMail = (content: MailContent, publicUrl: string): { text: string; html: string } => ({
  text: renderText(content, publicUrl),
  html: renderHtml(content, publicUrl),
});

function renderText({ text, link, after, reason, unsubscribe }: MailContent, publicUrl: string): string {
  const footer = [
    `Ringback, ${publicUrl}`,
    reason,
    ...(unsubscribe === undefined
      ? []
      : [
          `Turn this mail off: ${unsubscribe.pageUrl}`,
          `Choose what we tell you: ${unsubscribe.settingsUrl}`,
        ]),
  ].join('\n');
  return [
    text,
    ...(link === undefined ? [] : [`${link.label}: ${link.url}`]),
    ...(after === undefined ? [] : [after]),
    `-- \n${footer}`,
  ].join('\n\n');
}

// Mail programs support neither custom properties nor flexbox. Those without media queries show the light colours.
const style = `
body { margin: 0; padding: 0; background: #faf8f4; }
.card { background: #ffffff; border: 1px solid #e4e0d8; border-radius: 14px; }
.ink { color: #15181e; }
.quiet { color: #5b6270; }
.dot { background: #0b6b50; }
.button { background: #0b6b50; color: #ffffff; }
@media (prefers-color-scheme: dark) {
  body, .page { background: #12151a !important; }
  .card { background: #1a1e25 !important; border-color: #2c323c !important; }
  .ink { color: #f2efe9 !important; }
  .quiet { color: #a3abb8 !important; }
  .dot { background: #4cc39a !important; }
  .button { background: #4cc39a !important; color: #12151a !important; }
}`;

const font = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;";

function renderHtml(content: MailContent, publicUrl: string): string {
  const { title, text, link, after } = content;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(title)}</title>
<style>${style}</style>
</head>
<body class="page" style="background:#faf8f4;">
<div class="page" style="background:#faf8f4;padding:24px 16px;${font}">
<div style="max-width:560px;margin:0 auto;">
<p style="margin:0 0 16px;"><a href="${escapeMarkup(publicUrl)}" class="ink" style="color:#15181e;font-size:18px;font-weight:700;text-decoration:none;"><span class="dot" style="display:inline-block;width:10px;height:10px;border-radius:50%;background:#0b6b50;margin-right:8px;"></span>Ringback</a></p>
<div class="card" style="background:#ffffff;border:1px solid #e4e0d8;border-radius:14px;padding:24px 24px 12px;">
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#15181e;overflow-wrap:anywhere;">${escapeMarkup(title)}</h1>
${paragraphs(text)}
${link === undefined ? '' : button(link)}
${after === undefined ? '' : paragraphs(after)}
</div>
${renderFooter(content)}
</div>
</div>
</body>
</html>`;
}

const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map(
      (paragraph) =>
        `<p class="ink" style="margin:0 0 12px;font-size:16px;line-height:1.5;color:#15181e;overflow-wrap:anywhere;">${escapeMarkup(paragraph).replaceAll('\n', '<br>')}</p>`,
    )
    .join('\n');

const button = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:20px 0 16px;"><a href="${escapeMarkup(url)}" class="button" style="display:inline-block;padding:12px 20px;border-radius:14px;background:#0b6b50;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;">${escapeMarkup(label)}</a></p>`;

function renderFooter({ reason, unsubscribe }: MailContent): string {
  const links =
    unsubscribe === undefined
      ? ''
      : `<br>${quietLink('Turn this mail off', unsubscribe.pageUrl)} · ${quietLink('Choose what we tell you', unsubscribe.settingsUrl)}`;
  return `<p class="quiet" style="margin:16px 8px 0;font-size:14px;line-height:1.5;color:#5b6270;">${escapeMarkup(reason)}${links}</p>`;
}

const quietLink = (label: string, url: string): string =>
  `<a href="${escapeMarkup(url)}" class="quiet" style="color:#5b6270;">${label}</a>`;
