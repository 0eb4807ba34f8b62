import { expect, test, vi } from 'vitest';
import { executeAccountErasure } from '../projections/access/commands/accounts/erase-account.ts';
import { prepareConsole } from '../services/console/prepare-console.ts';
import { startConsoleUpkeep } from '../services/console/start-upkeep.ts';
import { haFixture } from '../services/ingest/plugins/ha-exporter/testing/ha-reports.ts';
import { openTestIngest, type TestIngest } from '../services/ingest/testing/open-test-ingest.ts';
import { carryOutErasure } from '../services/operations/erasure/carry-out-erasure.ts';
import { LogUnavailable } from '../shared/errors/errors.ts';
import { streamNames } from '../shared/events/streams.ts';
import type { EventLog } from '../shared/log/event-log.ts';
import { readAll } from './support/log/log-records.ts';

/** Holds the next report back from the log until `letGo` is called. */
function holdNextReport(log: EventLog) {
  const append = log.append;
  const reached = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const held = vi.spyOn(log, 'append').mockImplementation(async (entries, options) => {
    if (!entries.some(({ stream }) => stream === 'hub.raw')) return append(entries, options);
    held.mockRestore();
    reached.resolve();
    await letGo.promise;
    return log.append(entries, options);
  });
  return { reached: reached.promise, letGo: letGo.resolve };
}

/** Erases an account while a report about the account waits for the log. */
async function openWithLateReport() {
  const ingest = await openTestIngest();
  await prepareConsole(ingest.database);
  const token = await ingest.pair(await ingest.addMember('Quill'));
  await ingest.report(token, haFixture('ha-snapshot'));
  const [accountId = ''] = ingest.directory.currentOrStale().accounts.keys();

  const held = holdNextReport(ingest.journal.log);
  // A new process knows no earlier facts, so it appends all facts of the report.
  const late = ingest.report(token, haFixture('ha-snapshot'), { app: ingest.openIngest() });
  await held.reached;
  const before = ingest.directory.currentOrStale();
  await carryOutErasure(ingest, await executeAccountErasure(ingest, before, { accountId, actor: 'cli' }));
  expect(await streamsThatHold(ingest, accountId)).toEqual([]);
  held.letGo();
  expect((await late).statusCode).toBe(200);
  const finish = () => startConsoleUpkeep(ingest, ingest.logger)();
  return { ingest, accountId, finish };
}

/** Sealed values count too. */
async function streamsThatHold({ journal }: TestIngest, accountId: string): Promise<string[]> {
  const records = await readAll(journal.log, streamNames);
  const held = records.filter(({ key, value }) => key.split('/')[0] === accountId && value !== null);
  return [...new Set(held.map(({ stream }) => stream))].sort();
}

async function letTimePass({ database }: TestIngest): Promise<void> {
  await database.run({ text: `update projection.erased set erased_at = erased_at - interval '61 seconds'` });
}

test('records that a report added to the log during the erasure of its account are emptied once, a minute later', async () => {
  const { ingest, accountId, finish } = await openWithLateReport();
  const { log } = ingest.journal;
  const left = await streamsThatHold(ingest, accountId);
  expect(left).toEqual(expect.arrayContaining(['hub.gear', 'hub.location', 'hub.state', 'hub.xp']));
  await finish();
  expect(await streamsThatHold(ingest, accountId)).toEqual(left);

  await letTimePass(ingest);
  const emptying = vi.spyOn(log, 'emptyRecords').mockRejectedValueOnce(new LogUnavailable('killed here'));
  await finish();
  await finish();
  expect(await streamsThatHold(ingest, accountId)).toEqual([]);
  const ends = await log.ends(streamNames);
  await finish();
  expect(await log.ends(streamNames)).toEqual(ends);
  expect(emptying).toHaveBeenCalledTimes(2);
});

test('late records of compacted streams are deleted by their keys when the log cannot change records', async () => {
  const { ingest, accountId, finish } = await openWithLateReport();
  const { log } = ingest.journal;
  vi.spyOn(log, 'emptyRecords').mockResolvedValue(0);
  await letTimePass(ingest);
  await finish();
  const newest = new Map(
    (await readAll(log, ['hub.state', 'hub.keys']))
      .filter(({ key }) => key.split('/')[0] === accountId)
      .map(({ stream, key, value }) => [`${stream} ${key}`, value]),
  );
  expect(newest.size).toBeGreaterThan(3);
  expect([...newest.values()].filter((value) => value !== null)).toEqual([]);
});
