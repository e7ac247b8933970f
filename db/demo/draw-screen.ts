import { fromHsl, lightness, toHsl } from '#db/drawing/colour.ts';
import type { PhoneSpec, Wallpaper } from './phone-spec.ts';
import { bar, box, circle, clip, linear, num, path, softRect, type Box } from '#db/drawing/svg.ts';

type Palette = { sky: string; low: string; one: string; two: string; three: string; spark: string };
type Painter = (area: Box, palette: Palette) => string;

/** A lit home screen without letters: wallpaper, status dots, four app tiles. */
export function drawScreen(id: string, spec: PhoneSpec, area: Box, radius: number): string {
  const palette = paletteOf(spec);
  const shape = softRect(area, radius);
  const background = linear(
    `${id}-sky`,
    [0, 0, 0.25, 1],
    [
      [0, palette.sky],
      [1, palette.low],
    ],
  );
  return (
    `<defs>${background}${clip(`${id}-screen`, shape)}</defs>` +
    `<g clip-path="url(#${id}-screen)">${path(shape, `url(#${id}-sky)`)}${wallpapers[spec.wallpaper](area, palette)}${drawDock(area, palette)}${drawStatus(area)}</g>`
  );
}

/** The phone's own hue; for black and white phones that of their wallpaper. */
function paletteOf({ colour, wallpaper }: PhoneSpec): Palette {
  const own = toHsl(colour);
  const fallback = { hills: 28, orbs: 255, ribbons: 205, bloom: 338, dunes: 16, facets: 172 }[wallpaper];
  const isGrey = own.saturation < 0.14 || lightness(colour) < 0.12;
  const hue = isGrey ? fallback : own.hue;
  const isWarm = hue < 75 || hue > 290;
  return {
    sky: fromHsl(hue + 12, 0.56, 0.84),
    low: fromHsl(hue - 14, 0.5, 0.62),
    one: fromHsl(hue - 6, 0.42, 0.47),
    two: fromHsl(hue - 22, 0.46, 0.34),
    three: fromHsl(hue - 36, 0.44, 0.22),
    spark: isWarm ? '#fbe4ba' : '#f4957f',
  };
}

const wallpapers: Record<Wallpaper, Painter> = {
  hills: ({ x, y, width: w, height: h }, { one, two, three, spark }) =>
    circle(x + w * 0.68, y + h * 0.34, w * 0.19, spark) +
    path(wave(x, y + h * 0.52, w, h, 0.06), one) +
    path(wave(x, y + h * 0.66, w, h, -0.07), two) +
    path(wave(x, y + h * 0.8, w, h, 0.05), three),
  orbs: ({ x, y, width: w, height: h }, { one, two, three, spark }) =>
    circle(x + w * 0.2, y + h * 0.74, w * 0.78, two) +
    circle(x + w * 0.92, y + h * 0.5, w * 0.5, one, 'fill-opacity="0.9"') +
    circle(x + w * 0.34, y + h * 0.4, w * 0.26, spark) +
    circle(x + w * 0.78, y + h * 0.96, w * 0.56, three, 'fill-opacity="0.9"'),
  ribbons: ({ x, y, width: w, height: h }, { one, two, three, spark }) =>
    [one, spark, two, three]
      .map((tone, index) => {
        const top = y + h * (0.26 + index * 0.15);
        return path(
          `M${num(x)} ${num(top + h * 0.14)}C${num(x + w * 0.34)} ${num(top + h * 0.16)} ${num(x + w * 0.5)} ${num(top - h * 0.12)} ${num(x + w)} ${num(top - h * 0.07)}V${num(y + h)}H${num(x)}Z`,
          tone,
        );
      })
      .join(''),
  bloom: ({ x, y, width: w, height: h }, { one, two, spark }) =>
    Array.from({ length: 9 }, (_, index) => {
      const cx = x + w / 2;
      const cy = y + h * 0.47;
      return `<ellipse cx="${num(cx)}" cy="${num(cy - w * 0.3)}" rx="${num(w * 0.15)}" ry="${num(w * 0.32)}" fill="${index % 2 === 0 ? one : two}" fill-opacity="0.72" transform="rotate(${index * 40} ${num(cx)} ${num(cy)})"/>`;
    }).join('') + circle(x + w / 2, y + h * 0.47, w * 0.13, spark),
  dunes: ({ x, y, width: w, height: h }, { one, two, three, spark }) =>
    circle(x + w * 0.3, y + h * 0.28, w * 0.13, spark) +
    path(
      `M${num(x)} ${num(y + h * 0.62)}Q${num(x + w * 0.42)} ${num(y + h * 0.34)} ${num(x + w)} ${num(y + h * 0.56)}V${num(y + h)}H${num(x)}Z`,
      one,
    ) +
    path(
      `M${num(x)} ${num(y + h * 0.58)}Q${num(x + w * 0.62)} ${num(y + h * 0.62)} ${num(x + w)} ${num(y + h * 0.88)}V${num(y + h)}H${num(x)}Z`,
      two,
    ) +
    path(
      `M${num(x)} ${num(y + h * 0.92)}Q${num(x + w * 0.46)} ${num(y + h * 0.66)} ${num(x + w)} ${num(y + h * 0.72)}V${num(y + h)}H${num(x)}Z`,
      three,
      'fill-opacity="0.92"',
    ),
  facets: ({ x, y, width: w, height: h }, { one, two, three, spark }) => {
    const corner = (left: number, top: number): string => `${num(x + w * left)} ${num(y + h * top)}`;
    const facet = (tone: string, ...corners: [number, number][]): string =>
      path(`M${corners.map(([left, top]) => corner(left, top)).join('L')}Z`, tone);
    return (
      facet(one, [0, 0.38], [0.55, 0.5], [0, 0.86]) +
      facet(spark, [0.55, 0.5], [1, 0.22], [1, 0.46]) +
      facet(two, [0.55, 0.5], [1, 0.46], [1, 1], [0.62, 1]) +
      facet(three, [0, 0.86], [0.55, 0.5], [0.62, 1], [0, 1])
    );
  },
};

function wave(x: number, top: number, w: number, h: number, swing: number): string {
  const lift = h * swing;
  return `M${num(x)} ${num(top)}C${num(x + w * 0.3)} ${num(top - lift)} ${num(x + w * 0.62)} ${num(top + lift)} ${num(x + w)} ${num(top - lift * 0.5)}V${num(top + h)}H${num(x)}Z`;
}

function drawDock({ x, y, width: w, height: h }: Box, { spark, two, low }: Palette): string {
  const size = w * 0.155;
  const gap = (w - size * 4) / 5;
  const top = y + h - size - gap * 1.35;
  const tile = (index: number, tone: string, mark: string): string =>
    path(softRect(box(x + gap + index * (size + gap), top, size, size), size * 0.27), tone) + mark;
  const middle = (index: number): number => x + gap + index * (size + gap) + size / 2;
  const centre = top + size / 2;
  return (
    path(
      softRect(box(x + gap * 0.42, top - gap * 0.58, w - gap * 0.84, size + gap * 1.16), size * 0.46),
      '#ffffff',
      'fill-opacity="0.22"',
    ) +
    tile(0, '#f7f5f0', circle(middle(0), centre, size * 0.24, two)) +
    tile(
      1,
      spark,
      path(
        `M${num(middle(1) - size * 0.14)} ${num(centre - size * 0.2)}L${num(middle(1) + size * 0.24)} ${num(centre)}L${num(middle(1) - size * 0.14)} ${num(centre + size * 0.2)}Z`,
        '#1a1d24',
      ),
    ) +
    tile(
      2,
      '#171a21',
      bar(
        box(middle(2) - size * 0.24, centre - size * 0.17, size * 0.48, size * 0.34),
        size * 0.1,
        '#f7f5f0',
      ),
    ) +
    tile(
      3,
      low,
      circle(middle(3), centre, size * 0.2, 'none', `stroke="#ffffff" stroke-width="${num(size * 0.11)}"`),
    )
  );
}

function drawStatus({ x, y, width: w }: Box): string {
  const top = y + w * 0.045;
  const white = 'fill-opacity="0.85"';
  const signal = [0, 1, 2].map((index) =>
    bar(
      box(
        x + w * (0.79 + index * 0.021),
        top + w * (0.02 - index * 0.009),
        w * 0.013,
        w * (0.012 + index * 0.009),
      ),
      w * 0.004,
      '#ffffff',
      white,
    ),
  );
  return (
    bar(box(x + w * 0.1, top + w * 0.004, w * 0.09, w * 0.026), w * 0.013, '#ffffff', white) +
    signal.join('') +
    bar(box(x + w * 0.868, top + w * 0.004, w * 0.05, w * 0.027), w * 0.008, '#ffffff', white)
  );
}
