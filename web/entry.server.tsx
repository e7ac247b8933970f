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

/** Hears of what fails while a page is loaded or rendered. */
type ReportFailure = (error: unknown) => void;

const reportContext = createContext<ReportFailure>();

/**
 * What the server hands to the router for one page: how its loaders reach the API within the process, and who hears
 * of failures.
 */
export function contextFor(send: Send, reportFailure: ReportFailure): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(sendContext, send);
  context.set(reportContext, reportFailure);
  return context;
}

/** Called by the router with every error that is not an answer thrown on purpose; a request that it refuses is none. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const provider = context instanceof RouterContextProvider ? context : undefined;
  provider?.get(reportContext)(error);
};

/** How long a page may wait for its data before what is left of it is given up. */
export const streamTimeout = 10_000;

/**
 * Renders a page to its end, so that the server can hash its inline scripts and cache it. What its loaders returned
 * follows as the router's own scripts, which the browser reads before it hydrates.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // Nothing is painted without it, but in the page's head it comes last, after pictures and scripts.
  headers.set('Link', `<${appCss}>; rel=preload; as=style`);
  headers.set('Cache-Control', isPersonal(routerContext) ? 'private, no-store' : 'no-cache');
  // Of this rendering alone: what carries it was written here, whatever else got into the page.
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

/** Whether one of the page's routes is a single person's, or has a secret in its address: `handle.isPersonal`. */
const isPersonal = ({ staticHandlerContext, routeModules }: EntryContext): boolean =>
  staticHandlerContext.matches.some(({ route }) => {
    const handle: unknown = routeModules[route.id]?.handle;
    return isRecord(handle) && handle['isPersonal'] === true;
  });

/** Rejects with the first error of rendering: the router then reports it and renders the error page. */
function renderWhole(element: ReactElement, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = (): void => clearTimeout(timer);
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      // Nothing is streamed: no part of the page may wait for a script to put it in its place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        settle();
        text(pipe(new PassThrough())).then(resolve, reject);
      },
      onError(error) {
        settle();
        reject(error);
      },
    });
    const timer = setTimeout(abort, streamTimeout + 1000);
  });
}

/** Carries its text beside an empty body, in which a long page would be encoded and decoded for nothing. */
class Page extends Response {
  readonly html: string;
  readonly nonce: string;

  constructor(html: string, nonce: string, init: ResponseInit) {
    super(null, init);
    this.html = html;
    this.nonce = nonce;
  }
}
