import { type Device, deviceName } from './device.ts';

/** A device as it is stored; `slug` is stable, so that seeding again updates a row instead of adding one. */
export type DeviceRow = Device & { slug: string; name: string };

/** The rows that a seed stores for these devices, in their order. */
export function deviceRows(devices: readonly Device[]): DeviceRow[] {
  return devices.map((device) => ({ ...device, slug: deviceSlug(device), name: deviceName(device) }));
}

/** A device's name as a part of an address: "samsung-galaxy-s10-plus". The plus is spelt, since models differ by it alone. */
export function deviceSlug(device: Pick<Device, 'maker' | 'model'>): string {
  return deviceName(device)
    .toLowerCase()
    .replaceAll('+', ' plus ')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
