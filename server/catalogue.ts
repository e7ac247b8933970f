/** The marketplace's own categories: their rows, made where they are missing, and their marks, drawn by our code. */
import type { FastifyInstance } from 'fastify';

import { makers, markPath } from '#db/categories/makers.ts';
import { drawMark } from '#db/categories/draw-mark.ts';

export { seedCategories } from '#db/categories/seed-categories.ts';

/** Serves every maker's mark as SVG under the path that its category names. */
export function markRoutes(app: FastifyInstance): void {
  for (const maker of makers) {
    app.get(markPath(maker), async (_request, reply) =>
      reply.header('Cache-Control', 'public, max-age=86400').type('image/svg+xml').send(drawMark(maker)),
    );
  }
}
