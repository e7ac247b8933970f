import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

const postgres = ['./testing/postgres-setup.ts'];

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Our modules keep no state, so that a worker need not load the whole server again for each file.
    isolate: false,
    projects: [
      project('contract'),
      project('server', { globalSetup: postgres }),
      project('db', { globalSetup: postgres }),
      project('testing', { globalSetup: postgres }),
      project('sandbox', { globalSetup: postgres }),
      project('web'),
      project('scripts'),
      project('bench', { globalSetup: postgres }),
    ],
    coverage: {
      provider: 'v8',
      include: ['contract/**/*.ts', 'server/**/service.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'json'],
      reportsDirectory: 'coverage',
    },
  },
});

/** The tests of one top-level folder, named after it. */
function project(name: string, options: { globalSetup?: string[] } = {}): TestProjectConfiguration {
  return {
    test: {
      name,
      include: [`${name}/**/*.test.{ts,tsx}`],
      environment: 'node',
      testTimeout: 30_000,
      hookTimeout: 60_000,
      // What is waited for may take its time on a slow machine; how long it takes is the bench's business.
      expect: { poll: { timeout: 20_000, interval: 20 } },
      ...options,
    },
  };
}
