import { appleSamsungPhones } from './phones-apple-samsung.ts';
import { phonesAToL } from './phones-a-to-l.ts';
import { googleXiaomiOnePlusPhones } from './phones-google-xiaomi-oneplus.ts';
import { phonesMToZ } from './phones-m-to-z.ts';
import { nokiaToRealmePhones } from './phones-nokia-to-realme.ts';
import type { PhoneModel } from './phone-models.ts';

/** Every model of the demo, the most sought first. */
export const phoneModels: readonly PhoneModel[] = [
  ...appleSamsungPhones,
  ...googleXiaomiOnePlusPhones,
  ...nokiaToRealmePhones,
  ...phonesAToL,
  ...phonesMToZ,
];
