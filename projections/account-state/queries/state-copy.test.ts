import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { prepareGenerations } from '../../../shared/projection/generations/generations.ts';
import { announce } from '../../../shared/projection/live/announce.ts';
import { runProjections } from '../../../shared/projection/run-projections.ts';
import { buildGeneration } from '../../../shared/projection/testing/build-generation.ts';
import { openTestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { drain, liveGeneration } from '../../../shared/projection/testing/step-projector.ts';
import { eraseSubjects } from '../../../shared/projection/upkeep/erase-subjects.ts';
import { deadline, inTime } from '../../../test/support/deadline.ts';
import { patient } from '../../../test/support/runner/patience.ts';
import { accountStateProjection } from '../projection.ts';
import { report, wholeReport } from '../testing/report.ts';
import { statePartition } from './account-state.ts';
import { presenceAt } from './presence.ts';
import { openStateCopy, type StateCopy, type StateCopyOptions, StateUnavailable } from './state-copy.ts';

const at = 1_800_000_000_000;

const readsSoon = { everyMs: 100 };

function openCopy(hub: StateCopyOptions): StateCopy {
  const copy = openStateCopy(hub);
  onTestFinished(() => copy.close());
  return copy;
}

test('refuses before its first load, and while no generation is live', async () => {
  const hub = await openTestLog('log');
  const found: unknown[] = [];
  const database = {
    ...hub.database,
    transaction: (async (work, options) => {
      const result = await hub.database.transaction(work, options);
      found.push(result);
      return result;
    }) as typeof hub.database.transaction,
  };
  const copy = openCopy({ ...hub, database, ...readsSoon });
  expect(() => copy.waitUntilFresh()).toThrow(StateUnavailable);
  // The second read begins after the copy took over the first read.
  await vi.waitFor(() => expect(found.slice(0, 2)).toEqual([null, null]), { timeout: 5_000 });
  expect(() => copy.waitUntilFresh()).toThrow(StateUnavailable);
  await prepareGenerations(hub.database, [accountStateProjection]);
  await copy.ready;
  copy.waitUntilFresh();
});

test('refuses once its last good refresh is over 5 s old, and answers again after the next', async () => {
  const hub = await openTestLog('projections');
  let away = false;
  const unlessAway = <Done>(work: () => Promise<Done>): Promise<Done> =>
    away ? Promise.reject(new Error('the database is away')) : work();
  const database: typeof hub.database = {
    ...hub.database,
    many: (statement) => unlessAway(() => hub.database.many(statement)),
    transaction: (work, options) => unlessAway(() => hub.database.transaction(work, options)),
  };
  const copy = openCopy({ ...hub, database, ...readsSoon });
  await copy.ready;
  copy.waitUntilFresh();
  away = true;
  const awayAt = performance.now();
  await vi.waitFor(() => expect(() => copy.waitUntilFresh()).toThrow(StateUnavailable), {
    timeout: 10_000,
    interval: 100,
  });
  expect(performance.now() - awayAt).toBeGreaterThan(4_500);
  away = false;
  await vi.waitFor(() => copy.waitUntilFresh(), { timeout: 3_000 });
});

test('rests while nobody uses it, and the first use after a rest waits for the newest state', async () => {
  const hub = await openTestLog('projections');
  const live = await liveGeneration(hub.database, accountStateProjection);
  let reads = 0;
  const many: typeof hub.database.many = (statement) => {
    reads += 1;
    return hub.database.many(statement);
  };
  const copy = openCopy({ ...hub, database: { ...hub.database, many }, everyMs: 20, restAfterMs: 200 });
  await copy.ready;
  await vi.waitFor(
    async () => {
      const before = reads;
      await pause(300);
      expect(reads).toBe(before);
    },
    { timeout: 10_000 },
  );
  await hub.journal.append(wholeReport('quill', at));
  await drain(hub.database, hub.journal, live);
  expect(copy.stateOf('quill').location).toBeNull();
  await copy.waitUntilFresh();
  expect(copy.stateOf('quill').location?.x).toBe(2268);
  expect(copy.waitUntilFresh()).toBeNull();
});

test('shows a report within a second of its append, without a request', {
  tags: ['deadline'],
}, async () => {
  const hub = await openTestLog('projections');
  const projector = runProjections({ ...hub, projections: [accountStateProjection] });
  onTestFinished(() => projector.stop());
  const copy = openCopy(hub);
  await copy.ready;
  await vi.waitFor(() => expect(projector.held()).toBe(12), { timeout: 5_000 });
  const changed: string[] = [];
  copy.onChange((accountIds) => changed.push(...accountIds));
  await hub.journal.append(wholeReport('quill', at));
  const appendedAt = performance.now();
  await vi.waitFor(() => expect(copy.stateOf('quill').location?.x).toBe(2268), { timeout: 15_000 });
  expect(performance.now() - appendedAt, inTime).toBeLessThan(deadline(1_000));
  expect(changed).toEqual(['quill']);
  expect(copy.stateOf('quill').skills).toHaveLength(1);
  await vi.waitFor(() => expect(copy.lowestWatermark()).toBeGreaterThan(0), { timeout: 5_000 });
});

test('changes to offline within 2 s of the timeout when nothing else is reported (rules/presence.md#online)', {
  tags: ['deadline'],
}, async () => {
  const hub = await openTestLog('projections');
  const projector = runProjections({ ...hub, projections: [accountStateProjection] });
  onTestFinished(() => projector.stop());
  const copy = openCopy(hub);
  await copy.ready;
  await vi.waitFor(() => expect(projector.held()).toBe(12), { timeout: 5_000 });
  const timeoutMs = 3_000;
  const timesOut = copy.now() + timeoutMs;
  await hub.journal.append([report.presence('quill', timesOut - timeoutMs, { timeout_ms: timeoutMs })]);
  const online = () => {
    const { presence } = copy.stateOf('quill');
    const judged = copy.currentTimes(statePartition('quill'));
    return presence === null ? null : presenceAt(presence, judged.forOnline).online;
  };
  await vi.waitFor(() => expect(online()).toBe(true), { timeout: 3_000 });
  await vi.waitFor(() => expect(online()).toBe(false), { timeout: 10_000, interval: 20 });
  // By the watermark alone, the change would come at least 2 s late.
  expect(copy.now() - timesOut, inTime).toBeLessThan(patient(2_000));
});

test('puts nobody offline while no projector runs', async () => {
  const hub = await openTestLog('projections');
  const { database, journal } = hub;
  const live = await liveGeneration(database, accountStateProjection);
  await journal.append([report.presence('quill', Date.now(), { timeout_ms: 60_000 })]);
  await drain(database, journal, live);
  const hourAhead = { now: () => Date.now() + 3_600_000, observe: () => {} };
  const copy = openStateCopy({ ...hub, clock: hourAhead });
  onTestFinished(() => copy.close());
  await copy.ready;
  const { presence } = copy.stateOf('quill');
  const judged = copy.currentTimes(statePartition('quill'));
  expect(presence && presenceAt(presence, judged.forOnline).online).toBe(true);
});

test('misses nothing when several writers and projectors commit at the same time', async () => {
  const hub = await openTestLog('projections');
  const projectors = [1, 2].map(() => runProjections({ ...hub, projections: [accountStateProjection] }));
  onTestFinished(async () => {
    await Promise.all(projectors.map((projector) => projector.stop()));
  });
  const copy = openCopy(hub);
  const accounts = Array.from({ length: 24 }, (_, index) => `account${index}`);
  expect(new Set(accounts.map(statePartition)).size).toBeGreaterThan(6);
  const rounds = 40;
  await Promise.all(
    accounts.map(async (account, writer) => {
      for (let round = 1; round <= rounds; round += 1) {
        await hub.journal.append([
          report.location(account, at + round, writer * 100 + round),
          report.hitpoints(account, at + round, round),
        ]);
      }
    }),
  );
  const seen = () =>
    accounts.map((account) => [copy.stateOf(account).location?.x, copy.stateOf(account).hitpoints?.current]);
  const written = accounts.map((_, writer) => [writer * 100 + rounds, rounds]);
  await vi.waitFor(() => expect(seen()).toEqual(written), { timeout: 10_000 });
});

test.each([
  [1, 'one statement', 0],
  [501, 'a transaction, because a page is full', 1],
])('reads %d changed parts of a partition in %s', async (parts, _how, expected) => {
  const hub = await openTestLog('projections');
  let transactions = 0;
  const database: typeof hub.database = {
    ...hub.database,
    transaction: (work, options) => {
      transactions += 1;
      return hub.database.transaction(work, options);
    },
  };
  const copy = openCopy({ ...hub, database, everyMs: 60_000 });
  await copy.ready;
  const before = transactions;
  const accounts = Array.from({ length: 40 * parts }, (_, number) => `account ${number}`)
    .filter((account) => statePartition(account) === 0)
    .slice(0, parts);
  await hub.journal.append(accounts.map((account) => report.hitpoints(account, at)));
  await drain(hub.database, hub.journal, await liveGeneration(hub.database, accountStateProjection));
  await announce(hub.database, [accountStateProjection.name]);
  await vi.waitFor(() => expect(copy.accounts()[0]?.size).toBe(parts), { timeout: 5_000 });
  expect(transactions - before).toBe(expected);
});

test('starts with every account, even when they fill several pages', async () => {
  const hub = await openTestLog('projections');
  const { database, journal } = hub;
  const live = await liveGeneration(database, accountStateProjection);
  await journal.append(wholeReport('quill', at));
  await drain(database, journal, live);
  const others = Array.from({ length: 250 }, (_, index) => `other${index}`);
  await database.run({
    text: `insert into ${live.schema}.part
           select other, part, partition, last_offset, changed_at + number,
                  case part when 'hitpoints' then json_build_object('at', 1, 'current', number, 'max', 99) else value end
           from ${live.schema}.part, unnest($1::text[]) with ordinality as other (other, number)`,
    values: [others],
  });
  const copy = openCopy(hub);
  await copy.ready;
  const quill = copy.stateOf('quill');
  expect(quill.location?.x).toBe(2268);
  for (const [index, other] of others.entries()) {
    const state = copy.stateOf(other);
    expect({ ...state, changedAt: quill.changedAt }).toEqual({
      ...quill,
      hitpoints: { at: 1, current: index + 1, max: 99 },
    });
    expect(state.changedAt.stats).toBe(quill.changedAt.stats + index + 1);
  }
});

test('changes to a promoted generation, and keeps the objects of accounts that did not change', async () => {
  const hub = await openTestLog('projections');
  const { database, journal } = hub;
  const live = await liveGeneration(database, accountStateProjection);
  await journal.append([...wholeReport('quill', at), ...wholeReport('bram', at)]);
  await drain(database, journal, live);
  const copy = openCopy(hub);
  await copy.ready;
  const [quill, bram] = [copy.stateOf('quill'), copy.stateOf('bram')];

  const built = await buildGeneration({ database, journal, projection: accountStateProjection });
  await database.run({
    text: `update ${built.schema}.part
           set value = json_build_object('at', 1, 'current', 1, 'max', 1)
           where account_id = 'bram' and part = 'prayer'`,
  });
  const changed: string[] = [];
  copy.onChange((accountIds) => changed.push(...accountIds));
  await database.run({
    text: `update projection.pointer
           set generation = $2, moved_at = clock_timestamp()
           where projection = $1`,
    values: [accountStateProjection.name, built.number],
  });
  await vi.waitFor(() => expect(changed).toEqual(['bram']), { timeout: 3_000 });
  expect(copy.stateOf('quill')).toBe(quill);
  const { prayer, changedAt } = copy.stateOf('bram');
  expect(prayer?.current).toBe(1);
  expect(changedAt.activity).toBeGreaterThan(bram.changedAt.activity);
  expect(changedAt.stats).toBe(bram.changedAt.stats);
});

test('removes an erased account within a second, and never shows it again', {
  tags: ['deadline'],
}, async () => {
  const hub = await openTestLog('projections');
  const projector = runProjections({ ...hub, projections: [accountStateProjection] });
  onTestFinished(() => projector.stop());
  const copy = openCopy(hub);
  await copy.ready;
  for (const account of ['quill', 'bram', 'tess']) {
    await hub.journal.append([...wholeReport(account, at), ...wholeReport('other', at)]);
    await vi.waitFor(() => expect(copy.stateOf(account).location?.x).toBe(2268), { timeout: 5_000 });
    const other = copy.stateOf('other');
    const erasedAt = performance.now();
    await eraseSubjects(hub.database, [account]);
    const isGone = () => expect(copy.stateOf(account)).toMatchObject({ location: null, skills: [] });
    await vi.waitFor(isGone, { timeout: 15_000 });
    expect(performance.now() - erasedAt, inTime).toBeLessThan(deadline(1_000));
    expect(copy.stateOf('other')).toBe(other);
    await hub.journal.append([...wholeReport(account, at + 1), report.hitpoints('other', at + 1, 12)]);
    await vi.waitFor(() => expect(copy.stateOf('other').hitpoints?.current).toBe(12), { timeout: 5_000 });
    expect(copy.stateOf(account).location).toBeNull();
  }
});
