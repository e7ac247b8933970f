import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';

import { type Send, sendContext } from '#web/platform/send.ts';

/** What the server hands to the router for one page: how its loaders reach the API within the process. */
export function contextFor(send: Send): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(sendContext, send);
  return context;
}

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
  const page = await renderPage(<ServerRouter context={routerContext} url={request.url} />);
  return new Response(page.html, { status: page.hasFailed ? 500 : status, headers });
}

function renderPage(element: React.ReactElement): Promise<{ html: string; hasFailed: boolean }> {
  return new Promise((resolve, reject) => {
    let hasFailed = false;
    const { pipe, abort } = renderToPipeableStream(element, {
      onAllReady() {
        clearTimeout(timer);
        collect(pipe).then((html) => resolve({ html, hasFailed }), reject);
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError() {
        hasFailed = true;
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
