import { expect, onTestFinished, test, vi } from 'vitest';
import type { NewEvent } from '../../shared/events/event.ts';
import { lockAndReviseCheckpoint } from '../../shared/projection/commit/checkpoints.ts';
import { createGeneration, findLive } from '../../shared/projection/generations/generations.ts';
import { runProjections } from '../../shared/projection/run-projections.ts';
import { buildGeneration } from '../../shared/projection/testing/build-generation.ts';
import { digestGeneration } from '../../shared/projection/testing/digest-generation.ts';
import { eventually } from '../../shared/projection/testing/eventually.ts';
import { openTestLog } from '../../shared/projection/testing/open-test-log.ts';
import { decideOnCopyFirst } from './commands/append-and-wait.ts';
import { openFreePairingCode } from './commands/devices/open-pairing-code.ts';
import { readVerdicts } from './commands/read-verdicts.ts';
import { requireMember } from './commands/require-known.ts';
import { DirectoryUnavailable } from './directory/directory.ts';
import { openDirectory } from './directory/open-directory.ts';
import { readDirectory } from './directory/read-directory.ts';
import {
  prepareServedVersion,
  serveDirectoryVersion,
  waitUntilServed,
} from './directory/wait-until-served.ts';
import type { Refusal } from './model/refusal.ts';
import { accessProjection } from './projection.ts';
import { bram, type Given, given, id, quill, tess } from './testing/membership.ts';

async function openAccess() {
  const log = await openTestLog('projections');
  const projector = runProjections({ ...log, projections: [accessProjection] });
  onTestFinished(() => projector.stop());
  const keeper = openDirectory(log);
  onTestFinished(() => keeper.close());

  /** Appends, and waits until the directory shows the events. */
  async function state(...events: readonly NewEvent[]) {
    const positions = await log.journal.append(events);
    const version = Math.max(...positions.map(({ offset }) => offset)) + 1;
    return keeper.atLeast(version, 10_000);
  }

  async function refusalOf(event: NewEvent): Promise<Refusal | null | undefined> {
    return (await readVerdicts(log.database, [event])).get(event.recordId);
  }

  return { ...log, keeper, projector, state, refusalOf };
}

const history: readonly Given[] = [
  given.member(quill, 'Quill Fen', { chat_id: '42' }),
  given.member(bram, 'Bram', { time_zone: 'Europe/Paris' }),
  given.member(tess, 'quill_fen'),
  given.identity('a1', quill, { name: 'Zézé 😀', default_sharing: { inventory: 'private' } }),
  given.description('a1', 'Zézé 😀', 2),
  given.identity('a1', bram),
  given.identity('a2', quill, { source: 'dink_hash', external_id: 'dink', name: 'zézé 😀' }),
  given.sharing('a1', { category: 'stats', audience: 'selected', with: [bram] }),
  given.member(id(4), 'Kin'),
  given.sharing('a1', { category: 'inventory', audience: 'selected', with: [id(4)] }),
  given.sharing('a1', { category: 'inventory', audience: 'private', with: [] }),
  given.eraseMember(id(4)),
  given.code(quill, 'code one'),
  given.pairing(id(11), 'code one'),
  given.pairing(id(12), 'code one'),
  given.deviceSighting(id(11), 1_800_000_000_000),
  given.key(21, bram, { accounts: ['a1'], expires_at: 1_900_000_000_000 }),
  given.key(22, null, { categories: ['stats', 'location_live'], rate_limit_per_minute: 6_000 }),
  given.changeApiKey(22, { accounts: [], name: 'map' }),
  given.revokeApiKey(22),
  given.revokeDevice(id(11)),
  given.decommission(true),
  given.changeMember(quill, { default_sharing: { inventory: 'private' } }),
  given.leaving(quill),
];

test('the directory shows the state in the log', async () => {
  const { state, refusalOf } = await openAccess();
  const directory = await state(...history);
  expect(directory.members.get(quill)).toMatchObject({ name: 'Quill Fen', chatId: '42', active: false });
  expect(directory.members.get(quill)?.defaultSharing).toEqual({ inventory: 'private' });
  expect(directory.members.has(tess)).toBe(false);
  expect(directory.accounts.get('a1')).toMatchObject({
    name: 'Zézé 😀',
    type: 2,
    accountHash: 'hash of a1',
    ownerId: bram,
    contributorIds: [],
    sharing: {
      stats: { audience: 'selected', with: [bram] },
      inventory: { audience: 'private' },
      events: { audience: 'guild' },
    },
  });
  expect(directory.identities.get('dink_hash dink')).toEqual({
    accountId: 'a1',
    memberIds: new Set([quill]),
  });
  expect([...directory.devicesByTokenHash.values()]).toMatchObject([
    { id: id(11), memberId: quill, plugin: 'ha', lastSeenAt: 1_800_000_000_000, revoked: true },
  ]);
  expect([...directory.pairingCodes.values()]).toMatchObject([{ memberId: quill, deviceId: id(11) }]);
  expect(directory.keysByPrefix.get('prefix0021')).toMatchObject({
    accountIds: new Set(['a1']),
    secretHash: Buffer.alloc(32, 21),
    expiresAt: 1_900_000_000_000,
  });
  expect(directory.keysByPrefix.get('prefix0022')).toMatchObject({
    name: 'map',
    accountIds: new Set(),
    revoked: true,
  });
  expect(directory.decommissionedSince).toBeGreaterThan(0);
  const verdicts = await Promise.all(history.map(refusalOf));
  expect(verdicts.filter((verdict) => typeof verdict === 'string')).toEqual(['name_taken', 'code_used']);
});

test('a copy that is refreshed after each record equals a copy that is read at the end', async () => {
  const { state, keeper, database } = await openAccess();
  for (const event of history) await state(event);
  const whole = await readDirectory(database, null);
  expect({ ...keeper.current(), watermark: 0 }).toEqual({ ...whole?.directory, watermark: 0 });
});

test('a row that was changed without a record gets a new change time, and other rows keep theirs', async () => {
  const { state, database } = await openAccess();
  for (const event of history) await state(event);
  const before = await readDirectory(database, null);
  const live = await findLive(database, 'access');
  if (live === null || before === null) throw new Error('no live generation');
  await database.transaction(async (tx) => {
    const generation = { projection: accessProjection, number: live.generation, schema: live.schema };
    await lockAndReviseCheckpoint(tx, generation, { stream: 'hub.membership', partition: 0 });
    await tx.run({ text: `update ${live.schema}.account set name = 'Other' where account_id = 'a1'` });
  });
  const after = await readDirectory(database, before);
  const moved = [...(after?.directory.accounts ?? [])].filter(
    ([accountId, { changedAt }]) => changedAt !== before.directory.accounts.get(accountId)?.changedAt,
  );
  expect(moved.map(([accountId, { name }]) => [accountId, name])).toEqual([['a1', 'Other']]);
  expect(after?.directory.members).toEqual(before.directory.members);
});

test('a generation built from the start of the log equals the live generation, in batches of any size', async () => {
  const { state, database, journal } = await openAccess();
  for (const event of history) await state(event);
  await state(...history);
  const live = await findLive(database, 'access');
  if (live === null) throw new Error('no live generation');
  const expected = await digestGeneration(database, {
    projection: accessProjection,
    number: live.generation,
    schema: live.schema,
  });
  expect(expected.rows).toBeGreaterThan(20);
  for (const size of [1, 3, 1_000]) {
    const built = await buildGeneration({
      database,
      journal,
      projection: accessProjection,
      batchSize: () => size,
    });
    expect(await digestGeneration(database, built)).toEqual(expected);
  }
});

test('only one of the devices that use a code at the same moment gets it', async () => {
  const { state, refusalOf } = await openAccess();
  await state(given.member(quill, 'Quill'), given.code(quill, 'c'));
  const pairings = [11, 12, 13, 14].map((number) => given.pairing(id(number), 'c'));
  await Promise.all(pairings.map((pairing) => state(pairing)));
  const verdicts = await Promise.all(pairings.map(refusalOf));
  expect(verdicts.toSorted()).toEqual(['code_used', 'code_used', 'code_used', null]);
});

test('only one of the members who want a name at the same moment gets it', async () => {
  const { state, refusalOf } = await openAccess();
  const added = [quill, bram, tess].map((member) => given.member(member, 'Quill'));
  await Promise.all(added.map((event) => state(event)));
  const verdicts = await Promise.all(added.map(refusalOf));
  expect(verdicts.toSorted()).toEqual(['name_taken', 'name_taken', null]);
});

test('keys created at the same time stay within the limit', async () => {
  const { state, refusalOf } = await openAccess();
  await state(given.member(quill, 'Quill'));
  const keys = Array.from({ length: 13 }, (_, index) => given.key(index + 1, quill));
  await Promise.all(keys.map((key) => state(key)));
  const verdicts = await Promise.all(keys.map(refusalOf));
  expect(verdicts.filter((verdict) => verdict === null)).toHaveLength(10);
  expect(verdicts.filter((verdict) => verdict === 'too_many_keys')).toHaveLength(3);
});

test('the watermark moves while nothing is appended', async () => {
  const { state, keeper } = await openAccess();
  const { watermark, version } = await state(given.member(quill, 'Quill'));
  await eventually(() => expect(keeper.currentOrStale().watermark).toBeGreaterThan(watermark));
  expect(keeper.current().version).toBe(version);
});

test('a command waits for earlier records only when its copy of the directory refuses it', async () => {
  const { state, keeper, projector, ...log } = await openAccess();
  await state(given.member(quill, 'Quill'));
  await projector.stop();
  await log.journal.append([given.member(bram, 'Bram')]);
  const nameOf = (memberId: string) =>
    decideOnCopyFirst({ ...log, directory: keeper }, (directory) => requireMember(directory, memberId).name);
  expect(await nameOf(quill)).toBe('Quill');
  const later = nameOf(bram);
  const goesOn = runProjections({ ...log, projections: [accessProjection] });
  onTestFinished(() => goesOn.stop());
  expect(await later).toBe('Bram');
});

test('a code is given to a member who was added a moment ago by another process', async () => {
  const { keeper, projector, ...log } = await openAccess();
  await projector.stop();
  await log.journal.append([given.member(bram, 'Bram')]);
  const pairing = openFreePairingCode(
    { ...log, directory: keeper, hubSecret: Buffer.alloc(32) },
    bram,
    'cli',
  );
  const goesOn = runProjections({ ...log, projections: [accessProjection] });
  onTestFinished(() => goesOn.stop());
  expect((await pairing).code).toMatch(/^\d{5}$/);
});

test('a wait for a version that does not come ends after the requested time', async () => {
  const { keeper, state } = await openAccess();
  const { version } = await state(given.member(quill, 'Quill'));
  await expect(keeper.atLeast(version + 1, 50)).rejects.toThrow(DirectoryUnavailable);
});

test('a directory without a projection to read is unavailable', async () => {
  const log = await openTestLog();
  const keeper = openDirectory(log);
  onTestFinished(() => keeper.close());
  expect(() => keeper.current()).toThrow(DirectoryUnavailable);
  expect(() => keeper.currentOrStale()).toThrow(DirectoryUnavailable);
});

test('a wait for a version ends at once when the directory is closed', async () => {
  const { keeper, state } = await openAccess();
  const { version } = await state(given.member(quill, 'Quill'));
  const waiting = keeper.atLeast(version + 1, 60_000).catch((error: Error) => error.message);
  await keeper.close();
  expect(await waiting).toBe('the directory was closed');
  await expect(keeper.atLeast(version + 1, 60_000)).rejects.toThrow('the directory is closed');
});

test('rights that cannot be refreshed are refused after 5 s, but ingest uses them for longer', async () => {
  const { state, keeper, database } = await openAccess();
  await state(given.member(quill, 'Quill'));
  await database.run({ text: 'alter schema projection rename to away' });
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 4_000);
  onTestFinished(() => clock.mockRestore());
  expect(keeper.current().members.size).toBe(1);
  clock.mockReturnValue(now + 5_001);
  expect(() => keeper.current()).toThrow(DirectoryUnavailable);
  clock.mockReturnValue(now + 60_000);
  expect(keeper.currentOrStale().members.get(quill)?.name).toBe('Quill');
  await database.run({ text: 'alter schema away rename to projection' });
  await vi.waitFor(() => expect(keeper.current().members.size).toBe(1), 5_000);
});

test('a revoked key stays revoked when a generation that is behind becomes live', async () => {
  const { state, keeper, database, projector } = await openAccess();
  await state(given.member(quill, 'Quill'), given.key(1, quill), given.revokeApiKey(1));
  await projector.stop();
  await database.transaction(async (tx) => {
    const { number } = await createGeneration(tx, accessProjection, 'building');
    await tx.run({
      text: "update projection.pointer set generation = $1 where projection = 'access'",
      values: [number],
    });
  });
  const reading = vi.spyOn(database, 'transaction');
  // The second transaction begins when the first transaction is over.
  await vi.waitFor(() => expect(reading).toHaveBeenCalledTimes(2), 10_000);
  expect(keeper.currentOrStale().keysByPrefix.get('prefix0001')?.revoked).toBe(true);
});

test('a command can wait until its change is served', async () => {
  const { state, keeper, database, logger } = await openAccess();
  await prepareServedVersion(database);
  expect(await waitUntilServed(database, 1, 30)).toBe(false);
  const stop = serveDirectoryVersion(database, keeper, logger);
  onTestFinished(stop);
  const { version } = await state(given.member(quill, 'Quill'));
  expect(await waitUntilServed(database, version, 5_000)).toBe(true);
  expect(await waitUntilServed(database, version + 1, 30)).toBe(false);
});
