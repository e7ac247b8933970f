/** A picture as a phone would take it. */
import sharp from 'sharp';

/** Draws a JPEG; each call draws a different one. */
export const drawPhoto = (width = 640, height = 800): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: `#${Math.floor(Math.random() * 0x1000000)
        .toString(16)
        .padStart(6, '0')}`,
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg()
    .toBuffer();
