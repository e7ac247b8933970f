import { createFairQueue } from './fair-queue.ts';
import { recogniseImageFormat } from './image-encoder-format.ts';
import { startEncoderProcess, type EncodeOutcome, type EncoderProcess } from './image-encoder-process.ts';
import { ImageRefused } from './image-encoder-refusal.ts';
import type { EncodedImage, ImageRules } from './image-encoder-render.ts';

export interface ImageEncoder {
  /**
   * Re-encodes a picture by the rules.
   *
   * @param read returns the bytes when it is the picture's turn, so that waiting pictures take no memory
   * @param owner of the picture: owners take turns, however many pictures one of them has waiting
   * @throws ImageRefused for everything that is not our fault
   */
  encode(read: () => Promise<Buffer>, owner: string): Promise<EncodedImage>;
  /** Ends the child; waiting pictures are refused as `busy`. */
  close(): Promise<void>;
  /** The current child; undefined before the first picture and after the child died. */
  childPid(): number | undefined;
}

export interface ImageEncoderOptions {
  rules: ImageRules;
  log: { warn(details: object, message: string): void };
  /** The CPU time for one picture. */
  cpuMs?: number;
  /** The longest elapsed time for a picture: more than the CPU time, for a machine that is busy with other work. */
  timeoutMs?: number;
}

interface Job {
  read: () => Promise<Buffer>;
  resolve: (image: EncodedImage) => void;
  reject: (reason: unknown) => void;
}

/**
 * An encoder that works in a child process, one picture at a time: a picture that hangs is killed with the child, a
 * crash costs one retry, and neither touches this process. The child starts with the first picture, so that a server's
 * start does not wait for it.
 */
export function createImageEncoder(options: ImageEncoderOptions): ImageEncoder {
  const { rules, cpuMs = 5_000, timeoutMs = 15_000 } = options;
  const waiting = createFairQueue<Job>();
  let isWorking = false;
  let isClosed = false;
  let child: EncoderProcess | undefined;

  const work = async (): Promise<void> => {
    if (isWorking) return;
    isWorking = true;
    for (let job = waiting.take(); job; job = waiting.take()) {
      await encodeOne(job.read).then(job.resolve, job.reject);
    }
    isWorking = false;
  };

  const encodeOne = async (read: Job['read']): Promise<EncodedImage> => {
    if (isClosed) throw new ImageRefused('busy');
    const input = await read();
    if (input.length > rules.maxBytes) throw new ImageRefused('too-large');
    recogniseImageFormat(input);
    const first = await ask(input);
    // It may have been killed from outside (by an operator, or because memory ran out): try once more.
    const outcome = first === 'died' ? await ask(input) : first;
    return imageOf(outcome);
  };

  const ask = async (input: Buffer): Promise<EncodeOutcome> => {
    if (isClosed) throw new ImageRefused('busy');
    if (!child?.isAlive()) child = startEncoderProcess(logWarning);
    const outcome = await child.ask({ input, rules, cpuMs }, timeoutMs);
    if (typeof outcome === 'string') {
      options.log.warn({ outcome, bytes: input.length }, 'the image encoder lost its child');
      child = undefined;
    }
    return outcome;
  };

  const logWarning = (text: string) => options.log.warn({ text }, 'the image encoder complains');

  return {
    async encode(read, owner) {
      const { promise, resolve, reject } = Promise.withResolvers<EncodedImage>();
      waiting.add(owner, { read, resolve, reject });
      void work();
      return promise;
    },
    async close() {
      isClosed = true;
      await child?.kill();
    },
    childPid: () => child?.pid,
  };
}

function imageOf(outcome: EncodeOutcome): EncodedImage {
  if (outcome === 'timed-out') throw new ImageRefused('too-slow');
  if (outcome === 'died') throw new ImageRefused('broken');
  if (!outcome.ok) throw new ImageRefused(outcome.reason);
  // A child that answers another request cannot be trusted any more.
  if (!('image' in outcome)) throw new ImageRefused('broken');
  return outcome.image;
}
