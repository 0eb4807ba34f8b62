import { expect, onTestFinished, test } from 'vitest';
import type { Upcaster } from '../../events/event.ts';
import { xpReported } from '../../events/types/xp-reported.ts';
import type { LogEntry } from '../../log/event-log.ts';
import { buildGeneration } from '../testing/build-generation.ts';
import { digestGeneration } from '../testing/digest-generation.ts';
import { openTally } from '../testing/open-tally.ts';
import { drain, parkedRows } from '../testing/step-projector.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { entryOf, neighbours, xp } from '../testing/xp-records.ts';

const [plain = '', refusedByUpcaster = '', fromTheFuture = ''] = neighbours(3);

test('a replay upcasts old records like the live generation, and parks records that it cannot upcast', async () => {
  const { database, journal, generation: live } = await openTally();
  const stored: LogEntry[] = [
    entryOf(xp(plain, 1)),
    entryOf(xp(refusedByUpcaster, 2)),
    entryOf(xp(refusedByUpcaster, 13)),
    entryOf(xp(refusedByUpcaster, 3)),
  ];
  // Version 3 comes from a later release.
  releaseVersion(3, {});
  stored.push(entryOf(xp(fromTheFuture, 4)));
  // Version 1 counted in tens.
  releaseVersion(2, { 1: timesTen });
  stored.push(entryOf(xp(plain, 5)), entryOf(xp(fromTheFuture, 6)));

  for (const entry of stored) {
    await journal.log.append([entry]);
    await drain(database, journal, live);
  }
  const tallies = await database.many<{ account_id: string; history: string }>({
    text: `select account_id, regexp_replace(history, '@[0-9]+', '', 'g') as history from ${live.schema}.tally`,
  });
  expect(Object.fromEntries(tallies.map(({ account_id, history }) => [account_id, history]))).toEqual({
    [plain]: ' 10 5',
    [refusedByUpcaster]: ' 20',
  });
  const parked = await parkedRows(database, live);
  expect(parked).toMatchObject([
    { record_offset: 2, reason: 'no such amount', behind: false },
    { record_offset: 3, behind: true },
    { record_offset: 4, reason: expect.stringContaining('stored in version 3'), behind: false },
    { record_offset: 6, behind: true },
  ]);

  const digest = await digestGeneration(database, live);
  for (const size of [1, 3, 1_000]) {
    const replay = await buildGeneration({
      database,
      journal,
      projection: tallyProjection,
      batchSize: () => size,
    });
    expect(await digestGeneration(database, replay)).toEqual(digest);
    expect(await parkedRows(database, replay)).toEqual(parked);
  }
});

const timesTen: Upcaster = (data) => {
  const old = xpReported.schema.parse(data);
  if (old.skills.Attack === 13) throw new Error('no such amount');
  const skills = Object.entries(old.skills).map(([skill, amount]) => [skill, amount * 10]);
  return { ...old, skills: Object.fromEntries(skills) };
};

/** Makes this process the release that writes this version of the event. */
function releaseVersion(version: number, upcasters: Readonly<Record<number, Upcaster>>): void {
  const before = { version: xpReported.version, upcasters: xpReported.upcasters };
  Object.assign(xpReported, { version, upcasters });
  onTestFinished(() => void Object.assign(xpReported, before));
}
