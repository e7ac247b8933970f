// Loaded before the first import (prepare.mjs). drizzle-orm's package.json lists 178 KB of exports, and Node parses it
// again for each of the 560 imports that lead to or through it: half of the time that importing the server takes. Here
// each of them is resolved once, with the same result.
/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call,
   typescript/no-unsafe-member-access, typescript/no-unsafe-return -- plain JavaScript, in no type check */
import { registerHooks } from 'node:module';

/** The results for `drizzle-orm/…`; only one copy of it is installed, so they are valid for every importing file. */
const found = new Map();

registerHooks({
  resolve(specifier, context, next) {
    if (!context.conditions.includes('import')) return next(specifier, context);
    if (specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')) {
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
    }
    if (!specifier.startsWith('drizzle-orm')) return next(specifier, context);
    const answer = found.get(specifier) ?? next(specifier, context);
    found.set(specifier, answer);
    return { ...answer, shortCircuit: true };
  },
});
