import { defineConfig } from 'vitest/config';

/** The campaign of faults, for `npm run test:failures`: minutes of processes, a broker and a database that break. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/failures/campaign*.test.ts'],
    globalSetup: ['test/support/kafka/server.ts'],
    pool: 'forks',
    maxWorkers: 1,
    disableConsoleIntercept: true,
    hookTimeout: 120_000,
  },
});
