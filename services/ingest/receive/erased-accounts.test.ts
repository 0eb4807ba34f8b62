import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { accountBlock } from '../../../projections/access/commands/account-block.ts';
import { accountErasure } from '../../../projections/access/commands/account-erasure.ts';
import { eraseSubjectsFromLog } from '../../../shared/log/erase-subjects-from-log.ts';
import { fixture } from '../plugins/ha-exporter/testing/translated.ts';
import { openTestIngest, type TestIngest } from '../testing/open-test-ingest.ts';

const actor = 'cli' as const;

async function openReported() {
  const ingest = await openTestIngest();
  const quill = await ingest.addMember('Quill');
  const token = await ingest.pair(quill);
  expect((await ingest.report(token, fixture('ha-snapshot'))).statusCode).toBe(200);
  return { ingest, quill, token, accountId: onlyAccount(ingest) };
}

function onlyAccount(ingest: TestIngest): string {
  const [id, ...others] = ingest.directory.currentOrStale().accounts.keys();
  expect(others).toEqual([]);
  return id ?? '';
}

it('starts an erased account from nothing under another id, each time', async () => {
  const { ingest, token, accountId } = await openReported();
  const ids = [accountId];
  for (let round = 0; round < 3; round += 1) {
    const last = ids.at(-1) ?? '';
    await ingest.give((known) => accountErasure(known, { accountId: last, ids: [], actor }));
    await eraseSubjectsFromLog(ingest.journal.log, [last]);
    expect((await ingest.report(token, fixture('ha-snapshot'))).statusCode).toBe(200);
    ids.push(onlyAccount(ingest));
  }
  expect(new Set(ids).size).toBe(4);
  const bodies = await ingest.read('hub.raw');
  expect(bodies.map(({ subject }) => subject)).toEqual(ids.slice(-1));
});

/** What a client sends that shuts down and no longer knows whose it was. */
const namelessShutdown = ({ now }: TestIngest) => ({
  timestamp: now,
  events: [{ type: 'clientShutdown', data: {}, eventId: randomUUID(), timestamp: now }],
});

it('ends no session of an erased account when a client shuts down without a name', async () => {
  const { ingest, token, accountId } = await openReported();
  await ingest.give((known) => accountErasure(known, { accountId, ids: [], actor }));
  await eraseSubjectsFromLog(ingest.journal.log, [accountId]);
  const ended = (await ingest.read('hub.activity')).length;
  expect((await ingest.report(token, namelessShutdown(ingest))).statusCode).toBe(200);
  expect(await ingest.read('hub.activity')).toHaveLength(ended);
});

it('ends no session of an account whose owner blocked the member of the client', async () => {
  const { ingest, accountId } = await openReported();
  const bram = await ingest.addMember('Bram');
  const token = await ingest.pair(bram);
  expect((await ingest.report(token, fixture('ha-snapshot'))).statusCode).toBe(200);
  await ingest.give((known) => accountBlock(known, { accountId, memberId: bram, blocked: true, actor }));
  const before = (await ingest.read('hub.activity')).length;
  expect((await ingest.report(token, namelessShutdown(ingest))).statusCode).toBe(200);
  expect(await ingest.read('hub.activity')).toHaveLength(before);
});

it('takes no report of a member whom the owner blocked, until the block is lifted', async () => {
  const { ingest, accountId } = await openReported();
  const bram = await ingest.addMember('Bram');
  const token = await ingest.pair(bram);
  const block = (blocked: boolean) =>
    ingest.give((known) => accountBlock(known, { accountId, memberId: bram, blocked, actor }));
  expect((await ingest.report(token, fixture('ha-snapshot'))).statusCode).toBe(200);
  await block(true);
  const before = (await ingest.read('hub.raw')).length;
  expect((await ingest.report(token, fixture('ha-snapshot'))).statusCode).toBe(403);
  expect(await ingest.read('hub.raw')).toHaveLength(before);
  await block(false);
  expect((await ingest.report(token, fixture('ha-snapshot'))).statusCode).toBe(200);
});
