// Imports between layers: web -> contract <- server -> db, with sandbox/ and the tests beside them.
import type { Place } from './check-imports-places.ts';
import type { Violation, Rule } from './check-imports-violation.ts';

const layersBelow: Record<string, string[]> = {
  web: ['web', 'contract'],
  server: ['server', 'contract', 'db'],
  db: ['db', 'contract'],
  contract: ['contract'],
  sandbox: ['sandbox'],
};

const packagesOf: Record<string, RegExp> = {
  contract: /^zod\/mini$/,
  db: /^(drizzle-orm|pg|uuid)(\/|$)/,
};

const noTestCode: Rule = ({ to }) =>
  to.kind === 'own' && to.place.isFree
    ? {
        rule: 'production code never imports tests, testing/, e2e/, bench/ or scripts/',
        advice: 'move what both need to the layer that owns it',
      }
    : undefined;

const sandboxOnlyFromDemo: Rule = ({ from, to }) =>
  to.kind === 'own' &&
  to.place.layer === 'sandbox' &&
  from.layer !== 'sandbox' &&
  !/^server\/(main|demo[^/]*)\.ts$/.test(from.path)
    ? {
        rule: 'only server/main.ts and server/demo*.ts load the stand-ins of sandbox/',
        advice: 'let the code talk to the stand-in over its protocol, by address and key',
      }
    : undefined;

const pagesOnlyFromSsr: Rule = ({ from, to }) => {
  const reachesPages = to.kind === 'own' && ['web', 'build'].includes(to.place.segments[0] ?? '');
  return from.layer === 'server' && reachesPages && !/^server\/ssr(-[^/]*)?\.ts$/.test(from.path)
    ? { rule: 'only server/ssr.ts touches web/ or build/', advice: 'let app.ts pass in what ssr.ts exports' }
    : undefined;
};

const layersInOrder: Rule = ({ from, to }) => {
  if (!from.layer || to.kind !== 'own') return undefined;
  const layer = to.place.segments[0] ?? '';
  const isDecidedAbove = from.layer === 'server' && ['web', 'build', 'sandbox'].includes(layer);
  return isDecidedAbove || layersBelow[from.layer]?.includes(layer)
    ? undefined
    : layerViolation(from.layer, to.place);
};

const demoDataOnlyFromDemo: Rule = ({ from, to }) => {
  if (to.kind !== 'own' || !isDemoData(to.place) || isDemoData(from)) return undefined;
  return /^server\/(main|demo[^/]*)\.ts$/.test(from.path)
    ? undefined
    : {
        rule: 'db/seed.ts and db/demo/ are used only by server/main.ts and server/demo*.ts',
        advice: 'move what production needs out of the demo data',
      };
};

const noNode: Rule = ({ from, to }) =>
  to.kind === 'node' &&
  (from.layer === 'contract' || (from.layer === 'web' && from.path !== 'web/entry.server.tsx'))
    ? {
        rule: `${from.layer}/ runs in the browser and imports nothing of Node`,
        advice: 'do it on the server, or with what the platform of the web offers',
      }
    : undefined;

const knownPackages: Rule = ({ from, to }) => {
  const allowed = from.layer && !isDemoData(from) ? packagesOf[from.layer] : undefined;
  if (!allowed || to.kind !== 'package' || allowed.test(to.name)) return undefined;
  const names = from.layer === 'contract' ? 'zod/mini' : 'drizzle-orm, pg and uuid';
  return {
    rule: `${from.layer}/ uses no package but ${names}`,
    advice: 'move this to the layer that needs the package',
  };
};

export const layerRules = [
  noTestCode,
  sandboxOnlyFromDemo,
  pagesOnlyFromSsr,
  layersInOrder,
  demoDataOnlyFromDemo,
  noNode,
  knownPackages,
];

function layerViolation(layer: string, to: Place): Violation {
  const allowed = layersBelow[layer] ?? [];
  return {
    rule: `${layer}/ imports only from ${allowed.map((name) => `${name}/`).join(', ')}, not from ${to.path}`,
    advice: 'web -> contract <- server -> db; move the code to the layer that may know both sides',
  };
}

function isDemoData(place: Place): boolean {
  return place.path === 'db/seed.ts' || place.path.startsWith('db/demo/');
}
