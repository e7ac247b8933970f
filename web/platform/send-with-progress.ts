import { type SendReply, type SendRequest, parseJson } from './send.ts';

/** Sends a request and reports the uploaded share of its body, which `fetch` cannot. */
export function sendWithProgress({
  url,
  method,
  headers,
  body,
  signal,
  onUploadProgress,
}: SendRequest): Promise<SendReply> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onUploadProgress?.(loaded / total));
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        body: parseJson(request.responseText),
        header: (name) => request.getResponseHeader(name),
      }),
    );
    request.addEventListener('error', () => reject(new Error('The upload was cut off.')));
    request.addEventListener('abort', () => reject(signal?.reason));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}
