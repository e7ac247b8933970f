export interface EventReader {
  readonly onData: (data: string) => void;
  /** Called also for bytes without data, such as a heartbeat. */
  readonly onBytes?: () => void;
}

/**
 * Reads server-sent events as they arrive, each with the text of its data. `EventSource` cannot send an access token.
 * The format: https://html.spec.whatwg.org/multipage/server-sent-events.html
 *
 * @returns when the stream has ended
 */
export async function readEventStream(
  body: ReadableStream<Uint8Array>,
  { onData, onBytes }: EventReader,
): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onBytes?.();
    const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split(/\r?\n/).filter((line) => line.startsWith('data:'));
      // One space after the colon does not belong to the data.
      if (lines.length > 0) onData(lines.map((line) => line.replace(/^data: ?/, '')).join('\n'));
    }
  }
}
