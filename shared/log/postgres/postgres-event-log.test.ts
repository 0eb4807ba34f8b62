import { expect, inject, it, onTestFinished } from 'vitest';
import { deadline, inTime } from '../../../test/support/deadline.ts';
import { entriesOf, entry } from '../../../test/support/log/log-entries.ts';
import { expectGapless, readAll } from '../../../test/support/log/log-records.ts';
import { cutAppends, openPostgresLogStore } from '../../../test/support/log/postgres-log-store.ts';
import { waitingForLocks } from '../../../test/support/postgres/locks.ts';
import { patient } from '../../../test/support/runner/patience.ts';
import { LogUnavailable, OperatorError } from '../../errors/errors.ts';
import { createLogger } from '../../observability/logger.ts';
import type { Database } from '../../postgres/database.ts';
import { logChannel, openNotifications } from '../../postgres/notifications.ts';
import { openDatabase } from '../../postgres/open-database.ts';
import { describeEventLog } from '../event-log.contract.ts';
import { prepareAppend } from './appending/append-statement.ts';
import { openPostgresEventLog } from './postgres-event-log.ts';

describeEventLog('PostgreSQL', openPostgresLogStore);

/** Connects to the server's own database, not to the database of the store. */
function openServer(): Database {
  const server = openDatabase({
    url: inject('postgresUrl'),
    name: 'tests',
    maxConnections: 1,
    statementTimeoutMs: 5_000,
  });
  onTestFinished(() => server.close());
  return server;
}

/** Leaves only these partitions, with their counters in this order on the pages of the table. */
async function storeInOrder(database: Database, stream: string, stored: readonly number[]): Promise<void> {
  await database.run({
    text: `with kept as (
             delete from log.partition
             where stream = $1
             returning *
           )
           insert into log.partition
           select kept.*
           from kept
           join unnest($2::int[]) with ordinality as o (partition, place) using (partition)
           order by place`,
    values: [stream, stored],
  });
}

/** Locks a partition's counter until `release`, as a slow commit does. */
async function holdCounter(
  database: Database,
  stream: string,
  partition = 0,
): Promise<{ release(): Promise<void> }> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = database.transaction(async (tx) => {
    await tx.run({ text: 'set local idle_in_transaction_session_timeout = 0' });
    await tx.run({
      text: 'select 1 from log.partition where stream = $1 and partition = $2 for update',
      values: [stream, partition],
    });
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const release = async () => {
    released.resolve();
    await holding;
  };
  onTestFinished(release);
  return { release };
}

it('a record never becomes visible before an earlier record is committed', async () => {
  const { open, database } = await openPostgresLogStore();
  const log = open();
  const [first, second] = [entry('hub.feed', 'first'), entry('hub.feed', 'second')];
  const appended = await database.transaction(async (tx) => {
    await tx.run(prepareAppend([first], { canInsert: true }).statement);
    const overtaking = log.append([second]);
    await expect.poll(() => waitingForLocks(database)).toBe(1);
    expect(await readAll(open(), ['hub.feed'])).toEqual([]);
    return { overtaking };
  });
  await appended.overtaking;
  const kept = await readAll(open(), ['hub.feed']);
  expect(kept.map((record) => record.key)).toEqual(['first', 'second']);
});

it.each([
  ['as the catalogue has them', [0, 1, 2, 3, 4, 5]],
  ['the other way round', [5, 4, 3, 2, 1, 0]],
])(
  'locks the counters in one order when they are stored %s: a wait for the first counter holds no other counter',
  async (_, stored) => {
    const { open, database } = await openPostgresLogStore();
    const log = open();
    await storeInOrder(database, 'hub.xp', stored);
    const counter = await holdCounter(database, 'hub.xp', 0);
    const waiting = log.append(
      [5, 3, 0, 4, 1, 2].map((partition) => ({ ...entry('hub.xp', 'a'), partition })),
    );
    await expect.poll(() => waitingForLocks(database)).toBe(1);
    // Groups that lock counters in different orders would wait for each other.
    const free = await database.many<{ partition: number }>({
      text: `select partition from log.partition where stream = 'hub.xp' for update skip locked`,
    });
    expect(free.map(({ partition }) => partition).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
    await counter.release();
    await waiting;
  },
);

it('does not make a single caller wait for other callers', { tags: ['deadline'] }, async () => {
  const { open } = await openPostgresLogStore();
  const log = open();
  const waited: number[] = [];
  for (let call = 0; call < 20; call += 1) {
    const started = performance.now();
    await log.append([entry('hub.feed', 'a')]);
    waited.push(performance.now() - started);
  }
  expect(waited.sort((left, right) => left - right)[10], inTime).toBeLessThan(patient(8));
});

it('lets simultaneous callers share commits', async () => {
  const { open, database } = await openPostgresLogStore();
  const log = open();
  const together = () => Promise.all(Array.from({ length: 8 }, () => log.append([entry('hub.feed', 'a')])));
  await together();
  await together();
  const { commits } = await database.one<{ commits: number }>({
    text: 'select count(distinct xmin::text)::int as commits from log.hub_feed',
  });
  expect(commits).toBeLessThanOrEqual(4);
});

it('fails a call at its deadline, and appends again once the log is available', {
  tags: ['deadline'],
}, async () => {
  const { open, database } = await openPostgresLogStore();
  const log = open();
  const { release } = await holdCounter(database, 'hub.feed');
  const started = performance.now();
  const late = log.append([entry('hub.feed', 'a')], { deadlineMs: 200 });
  await expect(late).rejects.toThrow(LogUnavailable);
  expect(performance.now() - started, inTime).toBeLessThan(deadline(300));
  await release();
  await log.append([entry('hub.feed', 'b')]);
  expectGapless(await readAll(log, ['hub.feed']));
});

it('refuses records beyond the limit of its queue while appends are blocked', async () => {
  const { open, database } = await openPostgresLogStore();
  const log = open();
  const { release } = await holdCounter(database, 'hub.feed');
  const calls = Array.from({ length: 21 }, () => log.append(entriesOf('hub.feed', 'a', 1_000)));
  const last = calls.pop();
  await expect(last).rejects.toThrow('too many records wait');
  await release();
  await Promise.all(calls);
  expect(await log.ends(['hub.feed'])).toMatchObject([{ end: 20_000 }]);
});

it('fails at most the current append when its session is cut', async () => {
  const { open, database } = await openPostgresLogStore();
  const log = open();
  await log.append([entry('hub.feed', 'a')]);
  await cutAppends(database);
  const outcomes: string[] = [];
  for (let call = 0; call < 20; call += 1) {
    outcomes.push(await log.append([entry('hub.feed', 'b')]).then(() => 'appended', String));
  }
  expect(outcomes.filter((outcome) => outcome !== 'appended').length).toBeLessThanOrEqual(1);
});

it('keeps calls while the server refuses connections, and appends them when the server accepts connections again', async () => {
  const { open, database } = await openPostgresLogStore();
  const log = open();
  await log.append([entry('hub.feed', 'a')]);
  const [{ name } = { name: '' }] = await database.many<{ name: string }>({
    text: 'select current_database() as name',
  });
  const server = openServer();
  await server.run({ text: `alter database ${name} allow_connections false` });
  await cutAppends(database);
  // The cut may fail the first append, and the second append finds no server.
  const meanwhile = log.append([entry('hub.feed', 'b')]).catch(() => log.append([entry('hub.feed', 'c')]));
  const first = await Promise.race([
    meanwhile,
    database.run({ text: 'select pg_sleep(0.3)' }).then(() => 'waiting'),
  ]);
  expect(first).toBe('waiting');
  await server.run({ text: `alter database ${name} allow_connections true` });
  await meanwhile;
  expectGapless(await readAll(log, ['hub.feed']));
});

it('appends nothing in a refused session, and reports this at once', async () => {
  const { database } = await openPostgresLogStore();
  const logger = createLogger({ name: 'tests', level: 'silent' });
  const notifications = openNotifications(database, logger);
  const checkSession = async () => {
    throw new LogUnavailable('the database is another copy');
  };
  const log = openPostgresEventLog({ database, notifications, logger, checkSession });
  const appended = log.append([entry('hub.feed', 'a')], { deadlineMs: 60_000 });
  await expect(appended).rejects.toThrow('the database is another copy');
  expect(await readAll(log, ['hub.feed'])).toEqual([]);
  await log.close();
  await notifications.close();
});

it('fails only the call with a record that no table accepts', async () => {
  const { open } = await openPostgresLogStore();
  const log = open();
  const bad = [
    { ...entry('hub.feed', 'a'), recordId: 'no uuid' },
    { ...entry('hub.feed', 'a\0b') },
    { ...entry('hub.feed', 'a'), partition: 1 },
  ];
  const outcomes = await Promise.allSettled([
    ...bad.map((record) => log.append([record])),
    log.append([entry('hub.feed', 'good')]),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
});

it('refuses a log with another number of partitions', async () => {
  const { open, database } = await openPostgresLogStore();
  await database.run({ text: `delete from log.partition where stream = 'hub.xp' and partition = 11` });
  await expect(open().ensureStreams()).rejects.toThrow(OperatorError);
  await expect(open().ensureStreams()).rejects.toThrow('hub.xp of the log has 11 partitions');
});

it('creates its streams once when several processes start at the same time', async () => {
  const { open, database } = await openPostgresLogStore();
  await database.run({ text: 'drop schema log cascade' });
  await database.run({ text: 'delete from hub.migration' });
  await Promise.all([open(), open(), open()].map((log) => log.ensureStreams()));
  expect(await open().ends(['hub.state', 'hub.feed'])).toHaveLength(13);
});

it('append times never decrease, even if the clock does', async () => {
  const { open } = await openPostgresLogStore();
  const log = open();
  const future = Date.now() + 60_000;
  await log.import(
    [future, future - 30_000].map((appendTime) => ({ ...entry('hub.feed', 'a'), appendTime })),
  );
  const [position] = await log.append([entry('hub.feed', 'a')]);
  expect(position?.appendTime).toBe(future);
});

it('announces no append of the only reader, and wakes this reader at once', async () => {
  const { database, open } = await openPostgresLogStore();
  const logger = createLogger({ name: 'tests', level: 'silent' });
  const notifications = openNotifications(database, logger);
  const heard: string[] = [];
  notifications.on(logChannel, (payload) => void heard.push(payload));
  const only = openPostgresEventLog({ database, notifications, logger, isOnlyReader: true });
  onTestFinished(async () => {
    await only.close();
    await notifications.close();
  });
  const [first] = await only.append([entry('hub.xp', 'a')]);
  const place = { stream: 'hub.xp', partition: first?.partition ?? 0, offset: 1 } as const;
  const reading = only.read([place], { maxRecords: 10, waitMs: 60_000 });
  await only.append([entry('hub.xp', 'a')]);
  const [page] = await reading;
  expect(page?.records.map(({ offset }) => offset)).toEqual([1]);
  const other = open();
  await other.append([entry('hub.xp', 'a')]);
  const announced = () => heard.filter((payload) => payload !== '');
  await expect.poll(announced).toHaveLength(1);
});
