// The program that decodes untrusted bytes. It is a process of its own, so that a decoder that hangs, uses too much
// memory or crashes can be killed without affecting anything else. One picture at a time, over IPC.
import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import { countScans } from './count-scans.ts';
import { recogniseImageFormat } from './image-encoder-format.ts';
import { ImageRefused, type ImageRefusal } from './image-encoder-refusal.ts';
import {
  renderAvif,
  renderImage,
  type EncodedImage,
  type ImageRules,
  type Rendition,
} from './image-encoder-render.ts';

/** A picture from outside, to be encoded by rules; or one of our own, to be encoded as AVIF too. */
export type EncodeRequest =
  | { input: Uint8Array; rules: ImageRules; cpuMs: number }
  | { input: Uint8Array; avifWidths: readonly number[] };

export type EncodeReply =
  | { ok: true; image: EncodedImage }
  | { ok: true; avif: Rendition[] }
  | { ok: false; reason: ImageRefusal };

/** Resident memory above which a picture is refused: no ordinary picture of 40 megapixels needs nearly as much. */
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

// Also if the parent was killed with -9. By a signal, because a normal exit waits for the busy thread.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// The sender is the parent, which is this code: nothing to parse.
process.on('message', (request: EncodeRequest) => void answer(request));

async function answer(request: EncodeRequest): Promise<void> {
  const begin = process.cpuUsage();
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > maxResidentBytes) giveUp('too-many-pixels');
    if ('cpuMs' in request && cpuMsSince(begin) > request.cpuMs) giveUp('too-slow');
  }, 50);
  const reply = await encode(request);
  clearInterval(watch);
  // The parent would take a second reply for that of its next picture.
  if (!hasGivenUp) process.send?.(reply);
}

async function encode(request: EncodeRequest): Promise<EncodeReply> {
  try {
    if ('avifWidths' in request) return { ok: true, avif: await encodeAvif(request) };
    const { input, rules } = request;
    await refuseCostly(Buffer.from(input.buffer, input.byteOffset, input.byteLength), rules);
    const source = sharp(input, { failOn: 'error', limitInputPixels: rules.maxPixels });
    return { ok: true, image: await renderImage(source, rules, { webp: 4, mozjpeg: true }) };
  } catch (error) {
    // Unexpected for a picture that we made ourselves: the parent logs this message.
    if ('avifWidths' in request) process.stderr.write(`${String(error)}\n`);
    // The format was recognised before, so any error of the decoder means a damaged file.
    return { ok: false, reason: error instanceof ImageRefused ? error.reason : 'broken' };
  }
}

/** Refuses by the headers, before anything is decoded. */
async function refuseCostly(input: Buffer, rules: ImageRules): Promise<void> {
  if (recogniseImageFormat(input) === 'jpeg' && countScans(input) > rules.maxScans)
    throw new ImageRefused('too-many-scans');
  const { width, height } = await sharp(input, { limitInputPixels: false }).metadata();
  const [short, long] = width < height ? [width, height] : [height, width];
  if (long > rules.maxSide) throw new ImageRefused('too-long');
  if (width * height > rules.maxPixels) throw new ImageRefused('too-many-pixels');
  if (long > short * rules.maxAspect) throw new ImageRefused('too-narrow');
}

/** Processor time of all threads. Unlike elapsed time, it does not grow when the machine is busy with other work. */
function cpuMsSince(begin: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

/** The lowest priority, because nobody waits for it. */
async function encodeAvif({ input, avifWidths }: Extract<EncodeRequest, { avifWidths: unknown }>) {
  setPriority(constants.priority.PRIORITY_LOW);
  return renderAvif(sharp(input, { failOn: 'error' }), avifWidths);
}

let hasGivenUp = false;

function giveUp(reason: ImageRefusal): void {
  if (hasGivenUp) return;
  hasGivenUp = true;
  const reply: EncodeReply = { ok: false, reason };
  process.send?.(reply, () => process.kill(process.pid, 'SIGKILL'));
}
