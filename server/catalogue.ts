/** The marketplace's own categories and devices and the list of cities: their rows, and the categories' marks, drawn by our code. */
import type { FastifyInstance } from 'fastify';

import { makers, markPath, phonePath } from '#db/categories/makers.ts';
import { drawMark } from '#db/categories/draw-mark.ts';
import { drawPhoneBack } from '#db/categories/draw-phone-back.ts';
import { seedCategories } from '#db/categories/seed-categories.ts';
import { seedCities } from '#db/cities/seed-cities.ts';
import { seedDevices } from '#db/devices/seed-devices.ts';
import type { Database } from '#server/platform/postgres/database.ts';

/** Brings categories, devices, the search's terms of both, and cities up to this version. In every mode. */
export async function seedCatalogue(db: Database): Promise<void> {
  await seedCategories(db);
  await seedDevices(db);
  await seedCities(db);
}

/** Serves every maker's mark, and a phone of theirs, as SVG under the paths that its category names. */
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
