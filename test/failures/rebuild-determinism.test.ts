import { expect, test } from 'vitest';
import { parkedDecisions } from '../../projections/access/queries/parked-decisions.ts';
import { projections } from '../../projections/registry.ts';
import type { Journal } from '../../shared/log/journal.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { type Rebuilt, rebuildGenerations } from '../../shared/projection/replay/rebuild/rebuild.ts';
import { digestGeneration } from '../../shared/projection/testing/digest-generation.ts';
import { openTestLog } from '../../shared/projection/testing/open-test-log.ts';
import { campaign } from '../support/campaign.ts';
import { mixedLog } from '../support/log/mixed-log.ts';
import { patient } from '../support/runner/patience.ts';
import { seededRandom } from '../support/seeded-random.ts';

const { runs, seed, label } = campaign(20);
const events = 600;

test(`a rebuild gives the same bytes in every projection, however it is split and interrupted (${label})`, {
  timeout: patient(180_000 + runs * 5_000),
}, async () => {
  const { database, journal } = await openTestLog();
  await journal.import(mixedLog(events));
  const expected = await digests(
    database,
    await rebuildGenerations({ database, journal, decisions: parkedDecisions, projections }),
  );
  const random = seededRandom(seed);
  for (let run = 0; run < runs; run += 1) {
    const rebuilt = await rebuildWithInterruptions(database, journal, random);
    expect(await digests(database, rebuilt)).toEqual(expected);
  }
});

async function rebuildWithInterruptions(
  database: Database,
  journal: Journal,
  random: () => number,
): Promise<Rebuilt[]> {
  const batchRecords = () => 1 + Math.floor(random() * 160);
  const pageRecords = () => 1 + Math.floor(random() * 80);
  for (let interruptions = Math.floor(random() * 4); interruptions > 0; interruptions -= 1) {
    const controller = new AbortController();
    let batchesLeft = Math.floor(random() * 12);
    const onProgress = () => {
      batchesLeft -= 1;
      if (batchesLeft < 0) controller.abort();
    };
    const { signal } = controller;
    // Only some projections, so that projections that share a stream have different checkpoints.
    const some = projections.filter(() => random() < 0.7);
    await rebuildGenerations({
      database,
      journal,
      decisions: parkedDecisions,
      projections: some,
      batchRecords,
      pageRecords: pageRecords(),
      onProgress,
      signal,
    }).catch((error: { code?: string }) => expect(error.code).toBe('interrupted'));
  }
  return rebuildGenerations({
    database,
    journal,
    decisions: parkedDecisions,
    projections,
    batchRecords,
    pageRecords: pageRecords(),
  });
}

async function digests(database: Database, rebuilt: readonly Rebuilt[]) {
  const byName: Record<string, string> = {};
  for (const { generation } of rebuilt) {
    byName[generation.projection.name] = (await digestGeneration(database, generation)).digest;
  }
  return byName;
}
