import { adoptBookings } from './adopt-bookings.ts';
import { type PhotoServices, removeUnusedPhotos } from './keep-photos.ts';
import { passAdoptedOfRemoved } from './withdraw-person.ts';

/** How often paid bookings without an order are searched for. They exist only during an upgrade. */
const adoptSeconds = 600;

const photoSeconds = 3600;

export function orderJobs(services: Omit<PhotoServices, 'takeUpload' | 'publicUrl'>): void {
  services.jobs.every(adoptSeconds, 'adopt paid bookings', async () => {
    await adoptBookings(services);
    await passAdoptedOfRemoved(services);
  });
  services.jobs.every(photoSeconds, 'remove photos of disputes that nobody has shown', () =>
    removeUnusedPhotos(services),
  );
}
