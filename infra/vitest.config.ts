import { defineConfig } from 'vitest/config';
import { LongFiles } from '../test/support/long-files.ts';

/**
 * Test files run side by side in processes of their own; each takes a fresh database from the one server that
 * `test/support/postgres/server.ts` starts for the whole run. The Kafka of `test/support/kafka/server.ts` starts when the
 * first of them asks for it.
 */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: [
      'shared/**/*.test.ts',
      'projections/**/*.test.ts',
      'services/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    // `npm run test:failures`
    exclude: ['test/failures/campaign*.test.ts'],
    globalSetup: ['test/support/postgres/server.ts', 'test/support/kafka/server.ts'],
    reporters: ['default', new LongFiles()],
    pool: 'forks',
    maxWorkers: 2,
    // Waits end when their condition holds; these bounds only say when to give up, on a busy machine too.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
