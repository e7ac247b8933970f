// Imports between domains: each uses only those before it, and shared code uses none.
import { dirname } from 'node:path/posix';

import { domainsBefore, type Place } from './check-imports-places.ts';
import type { Rule } from './check-imports-violation.ts';

const noDomainInPlatform: Rule = ({ from, to }) => {
  if (!from.isWithoutDomain || to.kind !== 'own') return undefined;
  const knows = to.place.domain ?? (isWiring(to.place) ? to.place.path : undefined);
  return knows === undefined
    ? undefined
    : {
        rule: `${dirname(from.path)}/ knows no domain, here ${knows}`,
        advice: 'take what is needed as an argument, or move the file to the domain',
      };
};

const noImportOfWiring: Rule = ({ from, to }) =>
  from.domain !== undefined && to.kind === 'own' && isWiring(to.place)
    ? {
        rule: `a domain never imports the file that wires it (${to.place.path})`,
        advice: 'take it as an argument or a typed hook',
      }
    : undefined;

/** Every endpoint, event and kind of notification, each on one page. */
const domainLists = new Set(['contract/api.ts', 'contract/events.ts', 'contract/notification-kinds.ts']);

const noDomainInShared: Rule = ({ from, to }) => {
  if (from.domain !== undefined || to.kind !== 'own' || to.place.domain === undefined) return undefined;
  const isShared = /^(contract|db\/tables)\/[^/]+\.ts$/.test(from.path) && !domainLists.has(from.path);
  return isShared && from.layer === to.place.layer
    ? {
        rule: `${from.path} is shared by every domain and imports none, here ${to.place.domain}`,
        advice: 'move the code into the domain, or the shared shape out of it',
      }
    : undefined;
};

const domainsInOrder: Rule = ({ from, to, domains }) => {
  if (
    from.domain === undefined ||
    to.kind !== 'own' ||
    to.place.domain === undefined ||
    to.place.domain === from.domain
  ) {
    return undefined;
  }
  return domainsBefore(from.domain, domains).includes(to.place.domain)
    ? undefined
    : {
        rule: `${from.domain} may use only the domains before it, and ${to.place.domain} comes later`,
        advice: 'declare a typed hook in the earlier domain and let server/app.ts (or the page) wire it',
      };
};

const onlyServices: Rule = ({ from, to }) => {
  const crosses =
    from.layer === 'server' && from.domain !== undefined && to.kind === 'own' && to.place.layer === 'server';
  if (!crosses || to.place.domain === undefined || to.place.domain === from.domain) return undefined;
  return to.place.path === `server/${to.place.domain}/service.ts`
    ? undefined
    : {
        rule: `of another domain only service.ts may be imported, not ${to.place.path}`,
        advice: `add what is missing to server/${to.place.domain}/service.ts`,
      };
};

export const domainRules = [
  noDomainInPlatform,
  noImportOfWiring,
  noDomainInShared,
  domainsInOrder,
  onlyServices,
];

function isWiring(place: Place): boolean {
  return place.path === 'contract/api.ts' || (place.layer === 'server' && place.segments.length === 2);
}
