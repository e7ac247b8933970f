import { Writable } from 'node:stream';

import type { ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  ServerRouter,
  createContext,
} from 'react-router';

import { LoadedQueries, loadedContext } from '#web/platform/page-data.tsx';
import { isRecord } from '#web/platform/is-record.ts';
import { NonceContext } from '#web/platform/page-nonce.ts';
import { writeLoaded } from '#web/platform/page-script.ts';
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
  context.set(loadedContext, []);
  return context;
}

/** Called by the router with every error that is not an answer thrown on purpose. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  const provider = context instanceof RouterContextProvider ? context : undefined;
  provider?.get(reportContext)(error);
};

/** How long a page may wait for its data before what is left of it is given up. */
export const streamTimeout = 10_000;

/**
 * Renders a page at once, so that the server can hash its inline scripts and keep it.
 *
 * The router's hand-over to the browser suspends once for each of its parts: it is read to its end first and follows
 * the page as one script. What the page's loaders read follows as data: it is most of what is handed over, and the
 * router would write it twice as long.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // Nothing is painted without it, but in the page's head it comes last, after pictures and scripts.
  headers.set('Link', `<${appCss}>; rel=preload; as=style`);
  headers.set('Cache-Control', isPersonal(routerContext) ? 'private, no-store' : 'no-cache');
  // Of this rendering alone: what carries it was written here, whatever else got into the page.
  const nonce = crypto.randomUUID();
  if (request.method === 'HEAD') return new Page([], nonce, { status, headers });
  const handOver = await readAll(routerContext.serverHandoffStream);
  const context = { ...routerContext, serverHandoffStream: undefined };
  const loaded = loadContext.get(loadedContext);
  const html = await renderPage(
    <NonceContext value={nonce}>
      <LoadedQueries value={() => loaded}>
        <ServerRouter context={context} url={request.url} nonce={nonce} />
      </LoadedQueries>
    </NonceContext>,
    nonce,
  );
  const scripts = writeLoaded(loaded) + handOverScript(handOver, nonce);
  return new Page(piecesOf(html, scripts), nonce, { status, headers });
}

/** Whether one of the page's routes is a single person's, or has a secret in its address: `handle.isPersonal`. */
const isPersonal = ({ staticHandlerContext, routeModules }: EntryContext): boolean =>
  staticHandlerContext.matches.some(({ route }) => {
    const handle: unknown = routeModules[route.id]?.handle;
    return isRecord(handle) && handle['isPersonal'] === true;
  });

/**
 * Renders at once, which takes half of the time that a stream does, or waits where a part of the page has to be waited
 * for: code that is loaded the first time. What fails is rendered once more, so that its error is told in one way.
 */
function renderPage(element: ReactElement, nonce: string): string | Promise<string> {
  try {
    const html = renderToString(element);
    // What renders into a text leaves this to its caller, in contrast to what renders into a stream.
    if (!html.includes(leftToBrowser)) return html;
  } catch {
    // See above.
  }
  return renderWaiting(element, nonce);
}

/** Where React has left a part of a page to the browser, since it could not be rendered at once. */
const leftToBrowser = '<!--$!-->';

/** Rejects with the first error of rendering: the router then reports it and renders the error page. */
function renderWaiting(element: ReactElement, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = (): void => clearTimeout(timer);
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      // Nothing is streamed: no part of the page may wait for a script to put it in its place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        settle();
        collect(pipe).then(resolve, reject);
      },
      onError(error) {
        settle();
        reject(error);
      },
    });
    const timer = setTimeout(abort, streamTimeout + 1000);
  });
}

function collect(pipe: (sink: Writable) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString('utf8'));
        done();
      },
    });
    sink.on('error', reject);
    pipe(sink);
  });
}

async function readAll(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  return stream === undefined ? '' : new Response(stream).text();
}

/** What the router's own scripts would be, in one piece. */
const handOverScript = (text: string, nonce: string): string =>
  `<script nonce="${nonce}">window.__reactRouterContext.streamController.enqueue(${escapeForScript(JSON.stringify(text))});` +
  'window.__reactRouterContext.streamController.close();</script>';

/** The page with `scripts` as the last of its body. Not put together: a long text is copied whenever it is. */
function piecesOf(html: string, scripts: string): string[] {
  const end = html.lastIndexOf('</body>');
  return [html.startsWith(doctype) ? '' : doctype, html.slice(0, end), scripts, html.slice(end)];
}

/** What renders into a stream writes it, what renders into a text does not. */
const doctype = '<!DOCTYPE html>';

/** Nothing in a text may end the script or the line that it stands in. */
const escapeForScript = (json: string): string =>
  json.replaceAll(/[&<>\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Carries its text beside an empty body, in which a long page would be encoded and decoded for nothing. */
class Page extends Response {
  readonly pieces: readonly string[];
  readonly nonce: string;

  constructor(pieces: readonly string[], nonce: string, init: ResponseInit) {
    super(null, init);
    this.pieces = pieces;
    this.nonce = nonce;
  }
}
