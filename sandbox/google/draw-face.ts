import sharp from 'sharp';

const skins = ['#8d5a3a', '#b97b4f', '#c68a5e', '#e2b08a', '#f0c9a8'];
const hairs = ['#1d1a1a', '#2a211c', '#5a3a22', '#8a4b22', '#6b6660'];
const clothes = ['#0b6b50', '#3b5b8c', '#b65432', '#6a4b8c', '#4a5560'];
const grounds = ['#cfe0d6', '#f1d9c4', '#d8d3ea', '#cfdcea'];

/** A simple face as PNG, 256 × 256, always the same for the same person. */
export function drawFace(sub: string): Promise<Buffer> {
  const digits = Number(sub.slice(-9));
  const choose = (list: readonly string[], by: number): string =>
    list[Math.floor(digits / by) % list.length] ?? '#888888';
  const skin = choose(skins, 1);
  const hair = choose(hairs, 7);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">
    <rect width="256" height="256" fill="${choose(grounds, 3)}"/>
    ${digits % 2 === 0 ? `<path d="M66 108C60 26 196 26 190 108C194 150 200 186 190 204H66C56 186 62 150 66 108Z" fill="${hair}"/>` : ''}
    <path d="M28 256C30 208 76 188 128 188C180 188 226 208 228 256Z" fill="${choose(clothes, 11)}"/>
    <path d="M104 150H152V192C152 208 104 208 104 192Z" fill="${skin}"/>
    <path d="M80 100C80 64 102 48 128 48C154 48 176 64 176 100V124C176 156 156 176 128 176C100 176 80 156 80 124Z" fill="${skin}"/>
    <path d="M76 112C70 52 104 36 130 37C164 38 186 62 180 112C174 92 168 84 160 78C140 86 108 84 94 76C84 84 80 94 76 112Z" fill="${hair}"/>
    <circle cx="110" cy="118" r="5" fill="#1c1512"/><circle cx="146" cy="118" r="5" fill="#1c1512"/>
    <path d="M112 146Q128 160 144 146" fill="none" stroke="#1c1512" stroke-width="5" stroke-linecap="round"/>
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
