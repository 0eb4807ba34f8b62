import { expect, it } from 'vitest';
import { setReporterBlocked } from '../../../../projections/access/commands/accounts/change-account.ts';
import { eraseAccount } from '../../../../projections/access/commands/accounts/erase-account.ts';
import { eraseSubjectsFromLog } from '../../../../shared/log/erase-subjects-from-log.ts';
import { haFixture } from '../../plugins/ha-exporter/testing/ha-reports.ts';
import { openTestIngest, type TestIngest } from '../../testing/open-test-ingest.ts';

const actor = 'cli' as const;

async function openReported() {
  const ingest = await openTestIngest();
  const quill = await ingest.addMember('Quill');
  const token = await ingest.pair(quill);
  expect((await ingest.report(token, haFixture('ha-snapshot'))).statusCode).toBe(200);
  return { ingest, quill, token, accountId: onlyAccount(ingest) };
}

function onlyAccount(ingest: TestIngest): string {
  const [id, ...others] = ingest.directory.currentOrStale().accounts.keys();
  expect(others).toEqual([]);
  return id ?? '';
}

it('starts an erased account again without data, each time under a new id', async () => {
  const { ingest, token, accountId } = await openReported();
  const ids = [accountId];
  for (let round = 0; round < 3; round += 1) {
    const last = ids.at(-1) ?? '';
    await ingest.runCommand((known) => eraseAccount(known, { accountId: last, ids: [], actor }));
    await eraseSubjectsFromLog(ingest.journal.log, [last]);
    expect((await ingest.report(token, haFixture('ha-snapshot'))).statusCode).toBe(200);
    ids.push(onlyAccount(ingest));
  }
  expect(new Set(ids).size).toBe(4);
  const bodies = await ingest.read('hub.raw');
  expect(bodies.map(({ subject }) => subject)).toEqual(ids.slice(-1));
});

it('accepts no report of an account from a member who is blocked for this account, until the block ends', async () => {
  const { ingest, accountId } = await openReported();
  const bram = await ingest.addMember('Bram');
  const token = await ingest.pair(bram);
  const block = (blocked: boolean) =>
    ingest.runCommand((known) => setReporterBlocked(known, { accountId, memberId: bram, blocked, actor }));
  expect((await ingest.report(token, haFixture('ha-snapshot'))).statusCode).toBe(200);
  await block(true);
  const before = (await ingest.read('hub.raw')).length;
  expect((await ingest.report(token, haFixture('ha-snapshot'))).statusCode).toBe(403);
  expect(await ingest.read('hub.raw')).toHaveLength(before);
  await block(false);
  expect((await ingest.report(token, haFixture('ha-snapshot'))).statusCode).toBe(200);
});
