import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  ServerRouter,
  createContext,
  isRouteErrorResponse,
} from 'react-router';

import { isRecord } from '#web/platform/is-record.ts';
import { NonceContext } from '#web/platform/page-nonce.ts';
import { type Send, sendContext } from '#web/platform/send.ts';
import appCss from '#web/styles/app.css?url';

/** Called with each error of loading or rendering a page. */
type ReportFailure = (error: unknown) => void;

const reportContext = createContext<ReportFailure>();

/**
 * The router's context for one page: how its loaders call the API within the process, and where errors are reported.
 */
export function contextFor(send: Send, reportFailure: ReportFailure): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(sendContext, send);
  context.set(reportContext, reportFailure);
  return context;
}

/**
 * Called by the router for every error except responses that were thrown on purpose. A request that the router refuses
 * is not reported.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const provider = context instanceof RouterContextProvider ? context : undefined;
  provider?.get(reportContext)(error);
};

/** How long a page may wait for its data before the remaining loading is aborted, in milliseconds. */
export const streamTimeout = 10_000;

/**
 * Renders the whole page, so that the server can hash its inline scripts and cache it. The loaders' data follows in the
 * router's own scripts, which the browser runs before it hydrates.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // The browser paints nothing without the style sheet, but in the page's head it comes last, after pictures and
  // scripts.
  headers.set('Link', `<${appCss}>; rel=preload; as=style`);
  headers.set('Cache-Control', isPersonal(routerContext) ? 'private, no-store' : 'no-cache');
  // Only for this rendering: it marks the scripts that were written here, in case others got into the page.
  const nonce = crypto.randomUUID();
  if (request.method === 'HEAD') return new Page('', nonce, { status, headers });
  const html = await renderWhole(
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceContext>,
    nonce,
  );
  return new Page(html, nonce, { status, headers });
}

/** Whether one of the page's routes is personal or has a secret in its URL: `handle.isPersonal`. */
const isPersonal = ({ staticHandlerContext, routeModules }: EntryContext): boolean =>
  staticHandlerContext.matches.some(({ route }) => {
    const handle: unknown = routeModules[route.id]?.handle;
    return isRecord(handle) && handle['isPersonal'] === true;
  });

/**
 * Renders the page in UTF-8, each byte as one character (Latin-1). Its bytes are only searched and sent, so decoding and
 * encoding a long page again would take time for nothing.
 *
 * @throws the first error of rendering: the router then reports it and renders the error page
 */
function renderWhole(element: ReactElement, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = (): void => clearTimeout(timer);
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      // Nothing is streamed: no part of the page may depend on a script to move it into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        settle();
        text(pipe(new PassThrough({ encoding: 'latin1' }))).then(resolve, reject);
      },
      onError(error) {
        settle();
        reject(error);
      },
    });
    const timer = setTimeout(abort, streamTimeout + 1000);
  });
}

/** Keeps the page's text outside of the response body, which would encode and decode a long page for nothing. */
class Page extends Response {
  /** As `renderWhole` returns it. */
  readonly html: string;
  readonly nonce: string;

  constructor(html: string, nonce: string, init: ResponseInit) {
    super(null, init);
    this.html = html;
    this.nonce = nonce;
  }
}
