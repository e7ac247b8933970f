import { dayMs } from '#contract/durations.ts';
import { adoptBookings } from './adopt-bookings.ts';
import { type PhotoServices, removeUnusedPhotos } from './keep-photos.ts';
import { passAdoptedOfRemoved } from './withdraw-person.ts';

/** How often paid bookings without an order are searched for. */
const adoptSeconds = 600;

/**
 * For how long after its start a process does so, in milliseconds. They are left by processes of version 0.1, which run
 * only during an upgrade.
 */
const adoptForMs = dayMs;

const photoSeconds = 3600;

export function orderJobs(services: Omit<PhotoServices, 'takeUpload' | 'publicUrl'>): void {
  const adoptUntil = services.clock.now().getTime() + adoptForMs;
  services.jobs.every(adoptSeconds, 'adopt paid bookings', async () => {
    if (services.clock.now().getTime() > adoptUntil) return;
    await adoptBookings(services);
    await passAdoptedOfRemoved(services);
  });
  services.jobs.every(photoSeconds, 'remove photos of disputes that nobody has shown', () =>
    removeUnusedPhotos(services),
  );
}
