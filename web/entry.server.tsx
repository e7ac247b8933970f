import { Writable } from 'node:stream';

import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  ServerRouter,
  createContext,
} from 'react-router';

import { type Send, sendContext } from '#web/platform/send.ts';

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

/** Called by the router with every error that is not an answer thrown on purpose. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  const provider = context instanceof RouterContextProvider ? context : undefined;
  provider?.get(reportContext)(error);
};

/** How long a page may wait for its data before what is left of it is given up. */
export const streamTimeout = 10_000;

/**
 * Renders a page into one string, so that the server can hash its inline scripts and keep it.
 * The stream is awaited to its end: the router's hand-off suspends, and a plain `renderToString`
 * would send a page that looks right and never hydrates.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const html = await renderPage(<ServerRouter context={routerContext} url={request.url} />);
  return new Response(html, { status, headers });
}

/** Rejects with the first error of rendering: the router then reports it and renders the error page. */
function renderPage(element: ReactElement): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = (): void => clearTimeout(timer);
    const { pipe, abort } = renderToPipeableStream(element, {
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
