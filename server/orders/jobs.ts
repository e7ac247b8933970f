import type { OrderServices } from './order-services.ts';
import { adoptBookings } from './adopt-bookings.ts';

/** How often paid bookings without an order are looked for: there are none but during an upgrade. */
const adoptSeconds = 600;

export function orderJobs(services: Pick<OrderServices, 'db' | 'jobs' | 'clock' | 'terms'>): void {
  services.jobs.every(adoptSeconds, 'adopt paid bookings', async () => {
    await adoptBookings(services);
  });
}
