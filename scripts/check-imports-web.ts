// Imports inside web/: its folders have one order, and each uses only those below it.
import type { Place } from './check-imports-places.ts';
import type { Rule } from './check-imports-violation.ts';

/** From the bottom to the top; `domains` are the folders of all domains. The files of `web/` itself wire everything. */
const order = [
  ['pictures', 'styles'],
  ['platform', 'ui'],
  ['domains', 'blog'],
  ['sections', 'layout'],
  ['routes'],
];

/** Of these, one may use another one of the same level; the order of the domains has a rule of its own. */
const mixed = ['platform', 'ui', 'domains'];

const folderOf = ({ layer, segments, domain }: Place): string | undefined => {
  if (layer !== 'web' || segments.length < 3) return undefined;
  return domain === undefined ? segments[1] : 'domains';
};

const levelOf = (place: Place): number => {
  const folder = folderOf(place);
  return folder === undefined ? order.length : order.findIndex((level) => level.includes(folder));
};

const webInOrder: Rule = ({ from, to }) => {
  if (from.layer !== 'web' || to.kind !== 'own' || to.place.layer !== 'web') return undefined;
  const [folder, used] = [folderOf(from), folderOf(to.place)];
  if (levelOf(from) > levelOf(to.place) || folder === undefined) return undefined;
  const isBeside = levelOf(from) === levelOf(to.place) && used !== undefined;
  if (isBeside && (folder === used || (mixed.includes(folder) && mixed.includes(used)))) return undefined;
  return {
    rule: `web/${from.segments[1]}/ may use only the folders of web/ below it, not ${to.place.path}`,
    advice: `from below: ${order.map((level) => level.join(' and ')).join(', ')}; move what both need down, or pass it in`,
  };
};

const isRoute = ({ path }: Place): boolean => /^web\/routes\/[^/]+\.tsx?$/.test(path);

const noRouteInRoutes: Rule = ({ from, to }) =>
  isRoute(from) && to.kind === 'own' && isRoute(to.place)
    ? {
        rule: `a route never imports another one, here ${to.place.path}`,
        advice: 'move what both need to a domain, to web/sections/ or to web/layout/',
      }
    : undefined;

export const webRules = [webInOrder, noRouteInRoutes];
