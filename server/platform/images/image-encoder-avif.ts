import { startEncoderProcess, type EncoderProcess } from './image-encoder-process.ts';
import { ImageRefused } from './image-encoder-refusal.ts';
import type { Rendition } from './image-encoder-render.ts';

export interface AvifEncoder {
  /**
   * Makes AVIF of a picture that the image encoder made, in these widths. Throws `ImageRefused`: `broken`,
   * `too-slow`, or `busy` after it was closed.
   */
  encode(input: Uint8Array, widths: readonly number[]): Promise<Rendition[]>;
  /** Ends the current encoding, which is refused as `busy`. */
  close(): Promise<void>;
}

export interface AvifEncoderOptions {
  readonly log: { warn(details: object, message: string): void };
  /** Generous, because the child has the lowest priority on the machine. */
  readonly timeoutMs?: number;
}

/**
 * Encodes AVIF, one picture at a time, each in a child process of its own at the lowest priority: uploads never
 * wait behind it, and between pictures it uses no memory.
 */
export function createAvifEncoder({ log, timeoutMs = 60_000 }: AvifEncoderOptions): AvifEncoder {
  let last: Promise<unknown> = Promise.resolve();
  let child: EncoderProcess | undefined;
  let isClosed = false;

  const encodeOne = async (input: Uint8Array, avifWidths: readonly number[]): Promise<Rendition[]> => {
    if (isClosed) throw new ImageRefused('busy');
    child = startEncoderProcess((text) => log.warn({ text }, 'the AVIF encoder complains'));
    const outcome = await child.ask({ input, avifWidths }, timeoutMs);
    await child.kill();
    if (isClosed) throw new ImageRefused('busy');
    if (outcome === 'timed-out') throw new ImageRefused('too-slow');
    if (outcome === 'died' || !('avif' in outcome)) throw new ImageRefused('broken');
    return outcome.avif;
  };

  return {
    encode(input, widths) {
      const encoding = last.then(() => encodeOne(input, widths));
      // A failure is reported to its caller only; the next encoding proceeds.
      last = encoding.catch(() => undefined);
      return encoding;
    },
    async close() {
      isClosed = true;
      await child?.kill();
    },
  };
}
