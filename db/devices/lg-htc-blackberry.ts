import { devicesOf } from './device.ts';

const lg = devicesOf('LG');
const htc = devicesOf('HTC');
const blackberry = devicesOf('BlackBerry');

export const lgDevices = [
  lg('LG G5', 2016, [32], 'grey silver gold pink'),
  lg('LG V20', 2016, [32, 64], 'grey silver pink'),
  lg('LG X Power', 2016, [16], 'black white gold'),
  lg('LG G6', 2017, [32, 64], 'black white silver'),
  lg('LG Q6', 2017, [32], 'black silver gold'),
  lg('LG V30', 2017, [64], 'black silver blue purple'),
  lg('LG V30+', 2017, [128], 'black silver blue purple'),
  lg('LG G7 ThinQ', 2018, [64, 128], 'black grey blue pink'),
  lg('LG Q7', 2018, [32], 'black blue purple'),
  lg('LG V35 ThinQ', 2018, [64], 'black grey'),
  lg('LG V40 ThinQ', 2018, [64, 128], 'black grey blue red'),
  lg('LG G8 ThinQ', 2019, [128], 'black blue red'),
  lg('LG G8S ThinQ', 2019, [128], 'black white blue'),
  lg('LG G8X ThinQ', 2019, [128], 'black'),
  lg('LG K40', 2019, [32], 'black blue'),
  lg('LG K50', 2019, [32], 'black blue'),
  lg('LG Q60', 2019, [64], 'black blue'),
  lg('LG V50 ThinQ', 2019, [128], 'black'),
  lg('LG K42', 2020, [64], 'grey green white red'),
  lg('LG K51S', 2020, [64], 'black blue'),
  lg('LG K61', 2020, [64, 128], 'white grey blue'),
  lg('LG Stylo 6', 2020, [64], 'white blue pink'),
  lg('LG V60 ThinQ', 2020, [128, 256], 'blue white'),
  lg('LG Velvet', 2020, [128], 'grey white green silver'),
  lg('LG Wing', 2020, [128, 256], 'grey blue'),
];

export const htcDevices = [
  htc('HTC 10', 2016, [32, 64], 'grey silver gold red'),
  htc('HTC U Play', 2017, [32, 64], 'black white blue pink'),
  htc('HTC U Ultra', 2017, [64, 128], 'black white blue pink'),
  htc('HTC U11', 2017, [64, 128], 'black white silver blue red'),
  htc('HTC U11 Life', 2017, [32, 64], 'black white blue'),
  htc('HTC U11+', 2017, [64, 128], 'black silver'),
  htc('HTC Desire 12+', 2018, [32], 'black purple gold'),
  htc('HTC U12 Life', 2018, [64, 128], 'blue purple'),
  htc('HTC U12+', 2018, [64, 128], 'black blue red'),
  htc('HTC Desire 20 Pro', 2020, [128], 'black blue'),
  htc('HTC U20 5G', 2020, [256], 'green white'),
  htc('HTC Desire 21 Pro 5G', 2021, [128], 'blue purple'),
  htc('HTC Desire 22 Pro', 2022, [128], 'black gold'),
  htc('HTC U23 Pro', 2023, [256], 'black white'),
  htc('HTC U24 Pro', 2024, [256, 512], 'black white'),
];

export const blackberryDevices = [
  blackberry('BlackBerry DTEK50', 2016, [16], 'black'),
  blackberry('BlackBerry DTEK60', 2016, [32], 'black'),
  blackberry('BlackBerry Aurora', 2017, [32], 'black gold silver'),
  blackberry('BlackBerry KEYone', 2017, [32, 64], 'black silver'),
  blackberry('BlackBerry Motion', 2017, [32], 'black'),
  blackberry('BlackBerry Evolve', 2018, [64], 'black'),
  blackberry('BlackBerry KEY2', 2018, [64, 128], 'black silver red'),
  blackberry('BlackBerry KEY2 LE', 2018, [32, 64], 'grey blue red'),
];
