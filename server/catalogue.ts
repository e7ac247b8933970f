/** The built-in categories, devices and cities: stores their rows, and draws the categories' marks. */
import type { FastifyInstance } from 'fastify';

import { makers, markPath, phonePath } from '#db/categories/makers.ts';
import { drawMark } from '#db/categories/draw-mark.ts';
import { drawPhoneBack } from '#db/categories/draw-phone-back.ts';
import { seedCategories } from '#db/categories/seed-categories.ts';
import { seedCities } from '#db/cities/seed-cities.ts';
import { seedDevices } from '#db/devices/seed-devices.ts';
import type { Database } from '#server/platform/postgres/database.ts';

/** Updates categories, devices, the search's terms of both, and cities to this version. Runs in every mode. */
export async function seedCatalogue(db: Database): Promise<void> {
  await seedCategories(db);
  await seedDevices(db);
  await seedCities(db);
}

/** Serves every maker's mark and a drawing of a phone as SVG, under the paths in its category. */
export function markRoutes(app: FastifyInstance): void {
  const serve = (path: string, draw: () => string): void => {
    app.get(path, async (_request, reply) =>
      reply.header('Cache-Control', 'public, max-age=86400').type('image/svg+xml').send(draw()),
    );
  };
  for (const maker of makers) {
    serve(markPath(maker), () => drawMark(maker));
    serve(phonePath(maker), () => drawPhoneBack(maker));
  }
}
