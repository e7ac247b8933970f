/** A flood of uploads: many that never end, some that take long to decode, and an ordinary one. */
import { type ClientRequest, request } from 'node:http';

import sharp from 'sharp';

import { pictureRules } from '#contract/media.ts';
import type { Market } from './market.ts';
import { type Person, signIn } from './people.ts';
import type { Program } from './program.ts';
import { residentMb } from './row-memory.ts';
import type { Row } from './table.ts';

const unfinished = 100;
const bombs = 5;

/** How much of each unfinished upload is sent. */
const sentBytes = 9.9 * 1024 * 1024;

/** The peak memory of the process during the flood, and the duration of the ordinary upload. */
export async function measureUploads(market: Market, { address, pid }: Program): Promise<Row[]> {
  // Two for each person, so that all of them are admitted.
  const people = await signIn(market, 'Seller', unfinished / 2 + bombs + 1);
  const [honest, ...others] = people;
  if (honest === undefined) throw new Error('There is nobody to upload');
  const [photo, bomb] = await Promise.all([drawPhoto(), drawScanBomb()]);
  let mostMb = 0;
  const watch = setInterval(() => (mostMb = Math.max(mostMb, residentMb(pid))), 100);
  const flooding: ClientRequest[] = [];
  try {
    const flooders = others.slice(bombs);
    await Promise.all(
      [...flooders, ...flooders].map((person) => beginUpload(address, person, (each) => flooding.push(each))),
    );
    const refused = others.slice(0, bombs).map((person) => upload(address, person, bomb));
    const startedAt = performance.now();
    const status = await upload(address, honest, photo);
    const seconds = (performance.now() - startedAt) / 1000;
    await Promise.all(refused);
    if (status !== 200) throw new Error(`The honest upload was answered ${status}`);
    return rowsOf(mostMb, seconds);
  } finally {
    clearInterval(watch);
    for (const each of flooding) each.destroy();
  }
}

const rowsOf = (mostMb: number, seconds: number): Row[] => [
  {
    work: `memory of the web process among ${unfinished} unfinished uploads of 9.9 MB`,
    ours: [mostMb],
    bound: { kind: 'most', of: 400 },
    unit: 'MB',
  },
  {
    work: `an upload among them and ${bombs} JPEGs of 800 scans`,
    ours: [seconds],
    bound: { kind: 'most', of: 3 },
    unit: 's',
  },
];

const headers = ({ token }: Person) => ({
  Authorization: `Bearer ${token}`,
  'Content-Type': 'multipart/form-data; boundary=b',
});

const head = '--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';

/** Sends nearly all of an upload, then nothing more. */
async function beginUpload(
  address: string,
  person: Person,
  onBegun: (sending: ClientRequest) => void,
): Promise<void> {
  const sending = request(`${address}/api/images`, {
    method: 'POST',
    agent: false,
    headers: { ...headers(person), 'Content-Length': pictureRules.maxBytes },
  });
  onBegun(sending);
  // The server aborts it or, at the end, we do.
  sending.on('error', () => undefined);
  sending.write(head);
  const piece = Buffer.alloc(64 * 1024, 0x5a);
  for (let sent = 0; sent < sentBytes; sent += piece.length) {
    // The callback is also called if the connection is closed.
    await new Promise((resolve) => sending.write(piece, resolve));
  }
}

async function upload(address: string, person: Person, bytes: Buffer): Promise<number> {
  const form = new FormData();
  form.append('image', new Blob([Uint8Array.from(bytes)]), 'phone.jpg');
  const { Authorization } = headers(person);
  const response = await fetch(`${address}/api/images`, {
    method: 'POST',
    headers: { Authorization },
    body: form,
  });
  await response.arrayBuffer();
  return response.status;
}

/** As a phone takes it: 12 megapixels. */
const drawPhoto = (): Promise<Buffer> => draw(4000, 3000).jpeg({ quality: 85 }).toBuffer();

const draw = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  });

/** A progressive JPEG whose last scan, nearly empty, is repeated 800 times: small, and slow to decode. */
async function drawScanBomb(): Promise<Buffer> {
  const flat = sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#888' } });
  const input = await flat.jpeg({ progressive: true }).toBuffer();
  const last = input.subarray(input.lastIndexOf(Buffer.from('ffda', 'hex')), -2);
  return Buffer.concat([
    input.subarray(0, -2),
    ...Array.from({ length: 800 }, () => last),
    input.subarray(-2),
  ]);
}
