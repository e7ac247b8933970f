import { devicesOf } from './device.ts';

const asus = devicesOf('ASUS');
const nothing = devicesOf('Nothing');
const fairphone = devicesOf('Fairphone');

export const asusDevices = [
  asus('Zenfone 3', 2016, [32, 64], 'black white gold blue'),
  asus('Zenfone 3 Max', 2016, [16, 32], 'grey silver gold'),
  asus('ROG Phone', 2018, [128, 512], 'black'),
  asus('Zenfone 5', 2018, [64], 'blue silver'),
  asus('Zenfone 5Z', 2018, [64, 128, 256], 'blue silver'),
  asus('Zenfone Max Pro M1', 2018, [32, 64], 'black blue grey'),
  asus('Zenfone Max Pro M2', 2018, [32, 64], 'blue silver'),
  asus('ROG Phone II', 2019, [128, 256, 512, 1024], 'black'),
  asus('Zenfone 6', 2019, [64, 128, 256], 'black silver'),
  asus('ROG Phone 3', 2020, [128, 256, 512], 'black'),
  asus('Zenfone 7', 2020, [128], 'black white'),
  asus('Zenfone 7 Pro', 2020, [256], 'black white'),
  asus('ROG Phone 5', 2021, [128, 256], 'black white'),
  asus('ROG Phone 5s', 2021, [128, 256, 512], 'black white'),
  asus('Zenfone 8', 2021, [128, 256], 'black silver'),
  asus('Zenfone 8 Flip', 2021, [128, 256], 'black silver'),
  asus('ROG Phone 6', 2022, [256, 512], 'black white'),
  asus('ROG Phone 6 Pro', 2022, [512], 'white'),
  asus('Zenfone 9', 2022, [128, 256], 'black white blue red'),
  asus('ROG Phone 7', 2023, [256, 512], 'black white'),
  asus('ROG Phone 7 Ultimate', 2023, [512], 'white'),
  asus('Zenfone 10', 2023, [128, 256, 512], 'black white blue green red'),
  asus('ROG Phone 8', 2024, [256], 'black grey'),
  asus('ROG Phone 8 Pro', 2024, [512, 1024], 'black'),
  asus('ROG Phone 9', 2024, [256, 512], 'black white'),
  asus('ROG Phone 9 Pro', 2024, [512, 1024], 'black'),
  asus('Zenfone 11 Ultra', 2024, [256, 512], 'black grey blue gold'),
  asus('Zenfone 12 Ultra', 2025, [256, 512], 'black white green'),
];

export const nothingDevices = [
  nothing('Nothing Phone (1)', 2022, [128, 256], 'black white'),
  nothing('Nothing Phone (2)', 2023, [128, 256, 512], 'grey white'),
  nothing('CMF Phone 1', 2024, [128, 256], 'black green orange blue'),
  nothing('Nothing Phone (2a)', 2024, [128, 256], 'black white blue'),
  nothing('Nothing Phone (2a) Plus', 2024, [256], 'black grey'),
  nothing('CMF Phone 2 Pro', 2025, [128, 256], 'black white green orange'),
  nothing('Nothing Phone (3)', 2025, [256, 512], 'black white'),
  nothing('Nothing Phone (3a)', 2025, [128, 256], 'black white blue'),
  nothing('Nothing Phone (3a) Lite', 2025, [128, 256], 'black white'),
  nothing('Nothing Phone (3a) Pro', 2025, [128, 256], 'black grey'),
];

export const fairphoneDevices = [
  fairphone('Fairphone 3', 2019, [64], 'black'),
  fairphone('Fairphone 3+', 2020, [64], 'black'),
  fairphone('Fairphone 4', 2021, [128, 256], 'grey green'),
  fairphone('Fairphone 5', 2023, [128, 256], 'black blue'),
  fairphone('Fairphone (Gen. 6)', 2025, [256], 'black white green'),
];
