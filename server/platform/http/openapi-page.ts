/** The OpenAPI document as a page to read: plain HTML that works without scripts. */
import type { EndpointSpec, Schema } from '#contract/endpoint.ts';
import { requestErrors } from '#contract/errors.ts';

import { escapeMarkup } from './escape-markup.ts';
import { inputSchema, outputSchema } from './http-schema.ts';
import { describeAccess, type Documented } from './openapi.ts';

/** Renders every call by domain, and every error code with an id that the `type` of a problem links to. */
export function openApiPage(endpoints: readonly Documented[]): string {
  const domains = [...new Set(endpoints.map(({ domain }) => domain))];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ringback API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<header><h1>Ringback API</h1>
<p>Calls are below <code>/api</code>, in JSON. Send <code>Authorization: Bearer &lt;accessToken&gt;</code>, which
<code>GET /api/jwt?email=…</code> gives to the holder of a session. Failures are
<a href="https://www.rfc-editor.org/rfc/rfc9457">problem details</a>. For machines:
<a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Domains"><ul>${domains.map((domain) => `<li><a href="#${domain}">${domain}</a></li>`).join('')}</ul></nav>
</header>
<main>
${domains.map((domain) => section(domain, endpoints)).join('\n')}
<section id="errors"><h2>Errors</h2><dl>${errorList(endpoints)}</dl></section>
</main>
</body>
</html>`;
}

function section(domain: string, endpoints: readonly Documented[]): string {
  const calls = endpoints.filter((each) => each.domain === domain);
  return `<section id="${domain}"><h2>${domain}</h2>${calls.map(({ spec }) => call(spec)).join('\n')}</section>`;
}

function call(spec: EndpointSpec): string {
  return `<details><summary><code>${spec.method} ${escapeMarkup(spec.path)}</code> ${prose(spec.summary)}</summary>
<p>${prose(describeAccess(spec))}</p>
${schemaBlock('Parameters', spec.params, inputSchema)}
${schemaBlock('Query', spec.query, inputSchema)}
${schemaBlock('Body', spec.body, inputSchema)}
${schemaBlock('Answer', spec.reply, outputSchema)}
${errorsOf(spec)}</details>`;
}

/** Escapes a text; names of fields are in backticks. */
const prose = (text: string): string => escapeMarkup(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

function schemaBlock(title: string, schema: Schema | undefined, show: (schema: Schema) => object): string {
  if (schema === undefined) return '';
  return `<h3>${title}</h3><pre>${escapeMarkup(JSON.stringify(show(schema), undefined, 2))}</pre>`;
}

function errorsOf({ errors = {} }: EndpointSpec): string {
  const codes = Object.keys(errors).map((code) => `<li><a href="#${code}"><code>${code}</code></a></li>`);
  return codes.length === 0 ? '' : `<h3>Errors</h3><ul>${codes.join('')}</ul>`;
}

function errorList(endpoints: readonly Documented[]): string {
  const tables = [requestErrors, ...endpoints.map(({ spec }) => spec.errors ?? {})];
  const rows = new Map(tables.flatMap((table) => Object.entries(table)));
  return [...rows]
    .map(
      ([code, [status, message]]) =>
        `<dt id="${code}"><code>${code}</code> ${status}</dt><dd>${escapeMarkup(message)}</dd>`,
    )
    .join('\n');
}
