// Makers that sell mainly in Bangladesh and India; only models whose sizes could be confirmed.
import { devicesOf } from './device.ts';

const lava = devicesOf('Lava');
const micromax = devicesOf('Micromax');
const symphony = devicesOf('Symphony');
const walton = devicesOf('Walton');

export const lavaDevices = [
  lava('Lava Agni 5G', 2021, [128], 'blue'),
  lava('Lava Blaze 5G', 2022, [128], 'blue green'),
  lava('Lava Agni 2 5G', 2023, [256], 'green'),
  lava('Lava Storm 5G', 2023, [128], 'black green'),
  lava('Lava Agni 3', 2024, [128, 256], 'blue white'),
  lava('Lava Blaze Curve 5G', 2024, [128, 256], 'black green'),
];

export const micromaxDevices = [
  micromax('Micromax Canvas Infinity', 2017, [32], 'black'),
  micromax('Micromax IN 1b', 2020, [32, 64], 'blue green purple'),
  micromax('Micromax IN Note 1', 2020, [64, 128], 'green white'),
  micromax('Micromax IN 2b', 2021, [64], 'black blue green'),
  micromax('Micromax IN Note 2', 2022, [64], 'black brown'),
];

export const symphonyDevices = [
  symphony('Symphony Z30', 2020, [32], 'blue green'),
  symphony('Symphony Z60', 2023, [64, 128], 'blue purple'),
  symphony('Symphony Z60 Plus', 2023, [128], 'blue green'),
  symphony('Symphony Innova 30', 2024, [128], 'black blue'),
];

export const waltonDevices = [
  walton('Walton Primo E8i', 2017, [8], 'black gold blue'),
  walton('Walton Primo RX7 Mini', 2019, [32], 'black blue'),
  walton('Walton Primo N4', 2020, [32, 64], 'blue purple'),
  walton('Walton Primo RX8 Mini', 2020, [64], 'black blue'),
  walton('Walton Primo S8', 2021, [128], 'blue green'),
];
