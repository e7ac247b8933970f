import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table goes out with the page: no second request before a link can be followed.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
