import { devicesOf } from './device.ts';

const zte = devicesOf('ZTE');
const nubia = devicesOf('nubia');
const meizu = devicesOf('Meizu');
const lenovo = devicesOf('Lenovo');

export const zteDevices = [
  zte('ZTE Axon 7', 2016, [64, 128], 'gold grey'),
  zte('ZTE Axon 7 mini', 2016, [32], 'gold grey'),
  zte('ZTE Blade V8', 2017, [32], 'grey gold'),
  zte('ZTE Axon 9 Pro', 2018, [128], 'blue'),
  zte('ZTE Blade V9', 2018, [32, 64], 'black blue gold'),
  zte('ZTE Axon 10 Pro', 2019, [128, 256], 'blue'),
  zte('ZTE Axon 20 5G', 2020, [128], 'black blue'),
  zte('ZTE Axon 30', 2021, [128, 256], 'black green'),
  zte('ZTE Axon 30 Ultra', 2021, [128, 256], 'black white blue'),
  zte('ZTE Axon 40 Ultra', 2022, [128, 256], 'black gold'),
  zte('ZTE Blade A52', 2022, [64], 'grey silver'),
];

export const nubiaDevices = [
  nubia('nubia Z11', 2016, [64], 'black gold silver'),
  nubia('nubia Z17', 2017, [64, 128], 'black gold blue red'),
  nubia('Red Magic', 2018, [64, 128], 'black red'),
  nubia('Red Magic 3', 2019, [64, 128, 256], 'black red'),
  nubia('Red Magic 3S', 2019, [128, 256], 'black blue red'),
  nubia('nubia Z20', 2019, [128, 512], 'black blue'),
  nubia('Red Magic 5G', 2020, [128, 256], 'black red blue'),
  nubia('Red Magic 6', 2021, [128, 256], 'black blue'),
  nubia('nubia Z40 Pro', 2022, [128, 256], 'black green'),
  nubia('Red Magic 7', 2022, [128, 256], 'black blue'),
  nubia('nubia Z50 Ultra', 2023, [256, 512], 'black'),
  nubia('Red Magic 8 Pro', 2023, [256, 512], 'black'),
  nubia('nubia Z60 Ultra', 2024, [256, 512], 'black silver'),
  nubia('nubia Z70 Ultra', 2024, [256, 512], 'black'),
  nubia('Red Magic 10 Pro', 2024, [256, 512, 1024], 'black silver'),
  nubia('Red Magic 9 Pro', 2024, [256, 512], 'black silver'),
];

export const meizuDevices = [
  meizu('Meizu MX6', 2016, [32], 'black grey silver gold'),
  meizu('Meizu Pro 6', 2016, [32, 64], 'black silver gold'),
  meizu('Meizu Pro 7', 2017, [64, 128], 'black gold red'),
  meizu('Meizu 15', 2018, [64, 128], 'black gold blue'),
  meizu('Meizu 16th', 2018, [64, 128, 256], 'black white'),
  meizu('Meizu 16s', 2019, [128, 256], 'black white blue'),
  meizu('Meizu 17', 2020, [128, 256], 'grey white green'),
  meizu('Meizu 18', 2021, [128, 256], 'white blue purple'),
  meizu('Meizu 20', 2023, [128, 256, 512], 'black white blue green'),
];

export const lenovoDevices = [
  lenovo('Lenovo K5', 2016, [16], 'grey silver gold'),
  lenovo('Lenovo K6 Note', 2016, [32], 'grey silver gold'),
  lenovo('Lenovo P2', 2016, [32, 64], 'grey gold'),
  lenovo('Lenovo Phab 2 Pro', 2016, [64], 'grey gold'),
  lenovo('Lenovo K8 Note', 2017, [32, 64], 'black gold'),
  lenovo('Lenovo Legion Phone Duel', 2020, [256, 512], 'blue red'),
];
