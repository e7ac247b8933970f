// The frame of the stand-ins' pages: plain HTML in the product's colours, without scripts.
import { readFile } from 'node:fs/promises';

export interface SandboxPage {
  title: string;
  /** The stand-in's name: "Mail sandbox". */
  sandbox: string;
  /** The URL of its style sheet. */
  style: string;
  /** HTML above the page's content. */
  header?: string;
  /** HTML. */
  content: string;
}

/** The Content-Security-Policy of these pages, apart from where forms and frames lead; `data:` is for the icon. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

export function renderPage({ title, sandbox, style, header = '', content }: SandboxPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escapeHtml(title)} · ${sandbox}</title>
<link rel="icon" href="data:," />
<link rel="stylesheet" href="${style}" />
</head>
<body>
${header}
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>`;
}

/** The common styles of these pages, followed by a stand-in's own. */
export async function readStyle(own: URL): Promise<string> {
  const files = [new URL('pages.css', import.meta.url), own];
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
