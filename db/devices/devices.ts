import { appleDevices } from './apple.ts';
import { asusDevices, fairphoneDevices, nothingDevices } from './asus-nothing-fairphone.ts';
import type { Device } from './device.ts';
import { googleDevices } from './google.ts';
import { honorDevices, huaweiDevices } from './huawei-honor.ts';
import { blackberryDevices, htcDevices, lgDevices } from './lg-htc-blackberry.ts';
import { motorolaDevices } from './motorola.ts';
import { oneplusDevices } from './oneplus.ts';
import { oppoDevices, realmeDevices } from './oppo-realme.ts';
import { otherDevices } from './other-makers.ts';
import { pocoDevices } from './poco.ts';
import { samsungDevices } from './samsung.ts';
import { hmdDevices, nokiaDevices, sonyDevices } from './sony-nokia-hmd.ts';
import { lavaDevices, micromaxDevices, symphonyDevices, waltonDevices } from './south-asia.ts';
import { infinixDevices, itelDevices, tecnoDevices } from './tecno-infinix-itel.ts';
import { iqooDevices, vivoDevices } from './vivo-iqoo.ts';
import { xiaomiDevices } from './xiaomi.ts';
import { lenovoDevices, meizuDevices, nubiaDevices, zteDevices } from './zte-nubia-meizu.ts';

/** Every model of the catalogue: maker by maker, the most wanted makers first, the oldest model of a maker first. */
export const devices: readonly Device[] = [
  ...appleDevices,
  ...samsungDevices,
  ...googleDevices,
  ...xiaomiDevices,
  ...oneplusDevices,
  ...nokiaDevices,
  ...huaweiDevices,
  ...motorolaDevices,
  ...sonyDevices,
  ...oppoDevices,
  ...vivoDevices,
  ...realmeDevices,
  ...asusDevices,
  ...blackberryDevices,
  ...fairphoneDevices,
  ...hmdDevices,
  ...honorDevices,
  ...htcDevices,
  ...infinixDevices,
  ...iqooDevices,
  ...itelDevices,
  ...lavaDevices,
  ...lenovoDevices,
  ...lgDevices,
  ...meizuDevices,
  ...micromaxDevices,
  ...nothingDevices,
  ...nubiaDevices,
  ...pocoDevices,
  ...symphonyDevices,
  ...tecnoDevices,
  ...waltonDevices,
  ...zteDevices,
  ...otherDevices,
];
