import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { accountBlock } from '../../../projections/access/commands/account-block.ts';
import { accountErasure } from '../../../projections/access/commands/account-erasure.ts';
import { endSubjects } from '../../../shared/log/end-subjects.ts';
import { fixture } from '../plugins/ha-exporter/testing/translated.ts';
import { type IngestRoom, openIngestRoom } from '../testing/ingest-room.ts';

const actor = 'cli' as const;

async function openReported() {
  const room = await openIngestRoom();
  const quill = await room.addMember('Quill');
  const token = await room.pair(quill);
  expect((await room.report(token, fixture('ha-snapshot'))).statusCode).toBe(200);
  return { room, quill, token, accountId: onlyAccount(room) };
}

function onlyAccount(room: IngestRoom): string {
  const [id, ...others] = room.directory.currentOrStale().accounts.keys();
  expect(others).toEqual([]);
  return id ?? '';
}

it('starts an erased account from nothing under another id, each time', async () => {
  const { room, token, accountId } = await openReported();
  const ids = [accountId];
  for (let round = 0; round < 3; round += 1) {
    const last = ids.at(-1) ?? '';
    await room.give((known) => accountErasure(known, { accountId: last, ids: [], actor }));
    await endSubjects(room.journal.log, [last]);
    expect((await room.report(token, fixture('ha-snapshot'))).statusCode).toBe(200);
    ids.push(onlyAccount(room));
  }
  expect(new Set(ids).size).toBe(4);
  const bodies = await room.read('hub.raw');
  expect(bodies.map(({ subject }) => subject)).toEqual(ids.slice(-1));
});

it('ends no session of an erased account when a client shuts down without a name', async () => {
  const { room, token, accountId } = await openReported();
  await room.give((known) => accountErasure(known, { accountId, ids: [], actor }));
  await endSubjects(room.journal.log, [accountId]);
  const ended = (await room.read('hub.activity')).length;
  const shutdown = {
    timestamp: room.now,
    events: [{ type: 'clientShutdown', data: {}, eventId: randomUUID(), timestamp: room.now }],
  };
  expect((await room.report(token, shutdown)).statusCode).toBe(200);
  expect(await room.read('hub.activity')).toHaveLength(ended);
});

it('takes no report of a member whom the owner blocked, until the block is lifted', async () => {
  const { room, accountId } = await openReported();
  const bram = await room.addMember('Bram');
  const token = await room.pair(bram);
  const block = (blocked: boolean) =>
    room.give((known) => accountBlock(known, { accountId, memberId: bram, blocked, actor }));
  expect((await room.report(token, fixture('ha-snapshot'))).statusCode).toBe(200);
  await block(true);
  const before = (await room.read('hub.raw')).length;
  expect((await room.report(token, fixture('ha-snapshot'))).statusCode).toBe(403);
  expect(await room.read('hub.raw')).toHaveLength(before);
  await block(false);
  expect((await room.report(token, fixture('ha-snapshot'))).statusCode).toBe(200);
});
