import { expect, test } from 'vitest';

import { readEventStream } from './read-event-stream.ts';

async function read(...pieces: string[]): Promise<string[]> {
  const found: string[] = [];
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of bytes) controller.enqueue(piece);
      controller.close();
    },
  });
  await readEventStream(stream, { onData: (data) => void found.push(data) });
  return found;
}

test('each event gives its data, heartbeats give nothing', async () => {
  expect(await read(':\n\n', 'data: {"kind":"booking.held"}\n\n:\n\ndata: 2\n\n')).toEqual([
    '{"kind":"booking.held"}',
    '2',
  ]);
});

test('an event that comes in pieces is one event', async () => {
  expect(await read('da', 'ta: {"ki', 'nd":1}\n', '\ndata: 2', '\n\n')).toEqual(['{"kind":1}', '2']);
});

test('lines may end as on other systems, and data may have several', async () => {
  expect(await read('event: x\r\ndata: a\r\ndata:b\r\n\r\n')).toEqual(['a\nb']);
});

test('an event that the end of the stream cut off is ignored', async () => {
  expect(await read('data: 1\n\ndata: 2')).toEqual(['1']);
});
