// The program that decodes strangers' bytes: a process of its own, so that what hangs, eats memory or
// crashes in native code can be killed without hurting anybody else. One picture at a time, over IPC.
import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import { ImageRefused } from './image-encoder-refusal.ts';
import type { ImageRefusal } from './image-encoder-refusal.ts';
import { renderImage } from './image-encoder-render.ts';
import type { EncodedImage, ImageRules } from './image-encoder-render.ts';

export interface EncodeRequest {
  input: Uint8Array;
  rules: ImageRules;
}

export type EncodeReply = { ok: true; image: EncodedImage } | { ok: false; reason: ImageRefusal };

/** Resident memory above which a picture is given up: no honest one of 40 megapixels came near it. */
const maxResidentBytes = 900 * 1024 * 1024;

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer', // AVIF; the build has no HEVC decoder
  ],
});
sharp.cache(false);
sharp.concurrency(1);
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

// Also when the parent was killed with -9. A signal, because a normal exit waits for the thread at work.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// The sender is the parent, which is this code: nothing to parse.
process.on('message', (request: EncodeRequest) => void answer(request));

async function answer({ input, rules }: EncodeRequest): Promise<void> {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > maxResidentBytes) giveUp();
  }, 50);
  const reply = await encode(input, rules);
  clearInterval(watch);
  send(reply);
}

async function encode(input: Uint8Array, rules: ImageRules): Promise<EncodeReply> {
  try {
    const { width, height } = await sharp(input, { limitInputPixels: false }).metadata();
    if (width * height > rules.maxPixels) throw new ImageRefused('too-many-pixels');
    const source = sharp(input, { failOn: 'error', limitInputPixels: rules.maxPixels });
    return { ok: true, image: await renderImage(source, rules, { webp: 4, mozjpeg: true }) };
  } catch (error) {
    // The format was recognised before, so whatever the decoder says now means a damaged file.
    return { ok: false, reason: error instanceof ImageRefused ? error.reason : 'broken' };
  }
}

function giveUp(): void {
  const reply: EncodeReply = { ok: false, reason: 'too-many-pixels' };
  process.send?.(reply, () => process.kill(process.pid, 'SIGKILL'));
}

function send(reply: EncodeReply): void {
  process.send?.(reply);
}
