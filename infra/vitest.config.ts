import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { runsCampaigns, sampleDay } from '../test/support/campaign.ts';
import { missedTime } from '../test/support/deadline.ts';
import { LongFiles } from '../test/support/runner/long-files.ts';
import { LongTestsFirst } from '../test/support/runner/long-tests-first.ts';
import { keepTemporaryFilesInMemory } from '../test/support/runner/memory-folder.ts';
import { NotRunTests } from '../test/support/runner/not-run-tests.ts';
import { RetriedTests } from '../test/support/runner/retried-tests.ts';
import { runsQuick, sortTests } from '../test/support/runner/test-kinds.ts';

keepTemporaryFilesInMemory();
const { pure, real, campaigns, quick } = sortTests();
const wanted = (paths: readonly string[]) =>
  paths.filter(
    (path) => (!runsCampaigns || campaigns.includes(path)) && (!runsQuick || quick.includes(path)),
  );

/**
 * Two kinds of test files (`test/support/runner/test-kinds.ts`). Pure ones share threads. The others share processes, one
 * file after another, each test with a database of its own from the one server that `test/support/postgres/server.ts`
 * starts for the run. The Kafka of `test/support/kafka/server.ts` starts when the first of them asks for it.
 */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: wanted(pure), pool: 'threads', isolate: false } },
      {
        extends: true,
        test: {
          name: 'real',
          include: wanted(real),
          pool: 'forks',
          // A file that loads everything anew costs half a second of CPU: a minute and more over all of them.
          isolate: false,
          globalSetup: ['test/support/postgres/server.ts', 'test/support/kafka/server.ts'],
        },
      },
    ],
    // All processes of a run that passes midnight choose the same.
    env: { HUB_TEST_DAY: String(sampleDay) },
    reporters: ['default', new LongFiles(), new NotRunTests(), new RetriedTests()],
    sequence: { sequencer: LongTestsFirst },
    // They wait for brokers, settle times, rests of rebuilds and processes for nearly half of the time: with one fewer two
    // cores were idle for a seventh of it.
    maxWorkers: availableParallelism() + 2,
    // Waits end when their condition holds; these bounds only say when to give up, on a busy machine too.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    tags: [
      {
        name: 'deadline',
        description:
          'Holds the hub to a time that a busy machine may miss; named in the end when it was tried again.',
        retry: { count: 2, condition: missedTime },
      },
    ],
  },
});
