import { darken, lighten, mix } from '#db/drawing/colour.ts';
import { drawLettering, letteringWidth, type Setting } from '#db/drawing/lettering.ts';
import type { Maker, MarkStyle } from './makers.ts';
import { circle, num, path } from '#db/drawing/svg.ts';

const paper = '#faf8f4';
const centre = 80;

/** Draws a maker's round mark, 160 × 160, readable on light and on dark backgrounds. */
export function drawMark(maker: Maker): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160" viewBox="0 0 160 160">${styles[maker.style](maker)}</svg>`;
}

/** Each style varies the ring of the site's logo: closed, open, dotted. */
const styles: Record<MarkStyle, (maker: Maker) => string> = {
  disc: (maker) => circle(centre, centre, 76, maker.colour) + word(maker, paper, 0.1, 50),
  ringed: (maker) =>
    circle(centre, centre, 76, maker.colour) +
    circle(centre, centre, 66, 'none', `stroke="${paper}" stroke-width="3"`) +
    word(maker, paper, 0.085, 44),
  open: (maker) =>
    circle(centre, centre, 76, paper) +
    circle(centre, centre, 71.5, 'none', `stroke="${maker.colour}" stroke-width="9"`) +
    word(maker, darken(maker.colour, 0.1), 0.12, 46),
  split: (maker) =>
    circle(centre, centre, 76, maker.colour) +
    path('M4 80A76 76 0 0 0 156 80Z', darken(maker.colour, 0.28)) +
    word(maker, paper, 0.13, 46),
  arc: (maker) =>
    circle(centre, centre, 76, lighten(maker.colour, 0.86)) +
    path(arc(68, -50, 250), 'none', `stroke="${maker.colour}" stroke-width="8" stroke-linecap="round"`) +
    word(maker, darken(maker.colour, 0.2), 0.11, 46),
  dotted: (maker) =>
    circle(centre, centre, 76, mix(maker.colour, '#15181e', 0.25)) +
    Array.from({ length: 24 }, (_, index) => {
      const angle = (index / 24) * 2 * Math.PI;
      return circle(
        centre + 65 * Math.sin(angle),
        centre - 65 * Math.cos(angle),
        2.6,
        lighten(maker.colour, 0.6),
      );
    }).join('') +
    word(maker, paper, 0.105, 44),
};

/** Sets the lettering in the given height, or smaller if it would touch the ring. */
function word({ lettering, name }: Maker, colour: string, weight: number, height: number): string {
  const stretch = [0.9, 1, 1.12][name.length % 3] ?? 1;
  const setting: Setting = { height, weight: height * weight, colour, stretch, tracking: 0.26 };
  const room = lettering.length > 2 ? 96 : 84;
  const factor = Math.min(1, room / letteringWidth(lettering, setting));
  return drawLettering(lettering, centre, centre, {
    ...setting,
    height: height * factor,
    weight: height * weight * Math.max(factor, 0.8),
  });
}

function arc(radius: number, fromDegrees: number, sweepDegrees: number): string {
  const point = (degrees: number): string => {
    const angle = (degrees / 180) * Math.PI;
    return `${num(centre + radius * Math.sin(angle))} ${num(centre - radius * Math.cos(angle))}`;
  };
  return `M${point(fromDegrees)}A${radius} ${radius} 0 ${sweepDegrees > 180 ? 1 : 0} 1 ${point(fromDegrees + sweepDegrees)}`;
}
