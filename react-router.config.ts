import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table goes out with the page: no second request before a link can be followed.
  routeDiscovery: { mode: 'initial' },
  // A page's `clientLoader` is a line: as a module of its own it would only be one request more.
  splitRouteModules: false,
} satisfies Config;
