// Draws `public/ringback.jpg`, the preview of shared pages without a picture of their own, `public/favicon.ico`, which
// browsers request with responses that are no page of ours, such as a picture or a CSV file, and the icons for
// phones' home screens.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { drawLettering, letteringWidth, type Setting } from '#db/drawing/lettering.ts';
import { sitePicture } from '#web/platform/page-meta.ts';

const { width, height } = sitePicture;
const fileOf = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Each with its size in pixels, and the logo's share of it: the system cuts off the edges of a maskable one. */
const homeScreenIcons = [
  ['icon-180', 180, 0.7],
  ['icon-192', 192, 0.8],
  ['icon-512', 512, 0.8],
  ['icon-maskable-512', 512, 0.5],
] as const;

if (import.meta.main) {
  const picture = sharp(Buffer.from(await drawSharedPicture()));
  await picture.jpeg({ quality: 82, mozjpeg: true }).toFile(fileOf(`public${sitePicture.url}`));
  await writeFile(fileOf('public/favicon.ico'), await drawIcon('public/favicon.svg', [16, 32, 48]));
  const mark = ofMark(await readDrawing('public/favicon.svg'));
  for (const [name, size, share] of homeScreenIcons)
    await sharp(Buffer.from(drawOnPaper(mark, size, share)))
      .png({ palette: true })
      .toFile(fileOf(`public/${name}.png`));
}

function drawOnPaper(mark: string, size: number, share: number): string {
  const side = size * share;
  const start = (size - side) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" fill="#faf8f4"/>
    <svg x="${start}" y="${start}" width="${side}" height="${side}" viewBox="0 0 32 32" fill="none" class="mark">${mark}</svg>
  </svg>`;
}

/** A drawing as an ICO file: a header, an entry of 16 bytes for each size in pixels, then the sizes as PNG. */
async function drawIcon(path: string, sizes: readonly number[]): Promise<Buffer> {
  const drawn = await Promise.all(
    sizes.map((size) =>
      sharp(fileOf(path), { density: 9 * size })
        .resize(size, size)
        .png()
        .toBuffer(),
    ),
  );
  const head = Buffer.from([0, 0, 1, 0, sizes.length, 0]);
  let start = head.length + 16 * sizes.length;
  const entries = drawn.map((png, place) => {
    const entry = Buffer.alloc(16);
    // Width, height; one colour plane of 32 bits for each point; how many bytes, from where.
    entry.fill(sizes[place] ?? 0, 0, 2);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(start, 12);
    start += png.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...drawn]);
}

/** The logo, the name, and the phones of the home page on the background colour, as SVG. */
async function drawSharedPicture(): Promise<string> {
  const [mark, phones] = await Promise.all([
    readDrawing('public/favicon.svg'),
    readDrawing('web/pictures/phones-of-all-times.svg'),
  ]);
  const name: Setting = { height: 58, weight: 9, colour: '#15181e', tracking: 0.3 };
  const centre = 190 + letteringWidth('RINGBACK', name) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="#faf8f4"/>
    <svg x="72" y="60" width="96" height="96" viewBox="0 0 32 32" fill="none" class="mark">${ofMark(mark)}</svg>
    ${drawLettering('RINGBACK', centre, 108, name)}
    <svg x="250" y="96" width="900" height="503" viewBox="0 0 680 380" fill="none" stroke-width="5" stroke-linecap="round" stroke-linejoin="round">${phones}</svg>
  </svg>`;
}

/** The logo's style would apply to the whole picture: limits it to the logo. */
function ofMark(mark: string): string {
  return mark.replaceAll(/(path|circle)(?=\{)/g, '.mark $1');
}

/**
 * The content of a drawing's outermost tag, in its light colours without CSS variables, which not every renderer
 * supports.
 */
async function readDrawing(path: string): Promise<string> {
  const svg = await readFile(fileOf(path), 'utf8');
  const [light = ''] = svg.split('@media');
  const colours = new Map(
    [...light.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', colour = '']) => [name, colour]),
  );
  const inner = svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'));
  return inner
    .replace(/@media[^{]*\{.*?\}\s*\}/, '')
    .replace(/:root \{.*?\}/, '')
    .replaceAll(/var\((--[\w-]+)\)/g, (whole, name: string) => colours.get(name) ?? whole);
}
