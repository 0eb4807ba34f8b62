import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { runsCampaigns } from '../test/support/campaign.ts';
import { missedTime } from '../test/support/deadline.ts';
import { LongFiles } from '../test/support/runner/long-files.ts';
import { LongTestsFirst } from '../test/support/runner/long-tests-first.ts';
import { keepTemporaryFilesInMemory } from '../test/support/runner/memory-folder.ts';
import { NotRunTests } from '../test/support/runner/not-run-tests.ts';
import { patience, patient } from '../test/support/runner/patience.ts';
import { pureProject, realProject } from '../test/support/runner/projects.ts';
import { RetriedTests } from '../test/support/runner/retried-tests.ts';
import { filesOfRun } from '../test/support/runner/slow-files.ts';
import { runsQuick, sortTests } from '../test/support/runner/test-kinds.ts';

keepTemporaryFilesInMemory();
const { pure, real, campaigns, quick } = sortTests();
const wanted = (paths: readonly string[]) =>
  filesOfRun(paths).filter(
    (path) => (!runsCampaigns || campaigns.includes(path)) && (!runsQuick || quick.includes(path)),
  );

/**
 * Two kinds of test files (`test/support/runner/test-kinds.ts`). Both kinds share processes, one
 * file after another. Each test has its own database on the server of
 * `test/support/postgres/server.ts`. Kafka (`test/support/kafka/server.ts`) starts when the first
 * test asks for it.
 */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: wanted(pure), ...pureProject } },
      { extends: true, test: { name: 'real', include: wanted(real), ...realProject } },
    ],
    reporters: ['default', new LongFiles(), new NotRunTests(), new RetriedTests()],
    sequence: { sequencer: LongTestsFirst },
    // Tests wait for nearly half of their time: two additional workers keep the cores busy.
    maxWorkers: availableParallelism() + 2,
    // Waits end when their condition holds. These limits say when to give up on a busy machine.
    testTimeout: patient(180_000),
    hookTimeout: patient(240_000),
    expect: { poll: { timeout: patient(30_000) } },
    // All processes of a run use the same factor.
    env: { HUB_TEST_PATIENCE: String(patience) },
    setupFiles: ['test/support/runner/patient-waits.ts', 'test/support/runner/properties.ts'],
    tags: [
      {
        name: 'deadline',
        description:
          'Holds the hub to a time that a busy machine may miss. The end of the run lists retried tests.',
        retry: { count: 2, condition: missedTime },
      },
    ],
  },
});
