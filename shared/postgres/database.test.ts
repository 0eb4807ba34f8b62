import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { openDoor } from './testing/open-door.ts';

const one = { text: 'select 1 as one' };

async function open(options: Partial<DatabaseOptions> = {}) {
  const { url } = await freshDatabase();
  const database = openDatabase({
    url,
    name: 'test',
    maxConnections: 1,
    statementTimeoutMs: 5_000,
    ...options,
  });
  onTestFinished(() => database.close());
  return { database, url };
}

test('lets no more statements and transactions wait than its bound', async () => {
  const { database } = await open({ waitingMax: 10 });
  await database.run(one);
  const asked = Array.from({ length: 40 }, (_, index) =>
    index % 2 === 0 ? database.run(one) : database.transaction((tx) => tx.run(one)),
  );
  const refused = (await Promise.allSettled(asked)).flatMap((each) =>
    each.status === 'rejected' ? [each.reason] : [],
  );
  expect(refused.length).toBe(30);
  expect(refused.every(isDatabaseUnavailable)).toBe(true);
  expect(await database.run(one)).toBe(1);
});

test('a transaction that stands still is ended by the server, and nothing else with it', async () => {
  const { database, url } = await open();
  const watcher = openDatabase({ url, name: 'watcher', maxConnections: 1, statementTimeoutMs: 5_000 });
  onTestFinished(() => watcher.close());
  const isThere = async () => {
    const text = `select 1 from pg_stat_activity where application_name = 'hub test' and state = 'idle in transaction'`;
    return (await watcher.many({ text })).length > 0;
  };
  const standing = database.transaction(async (tx) => {
    await tx.run(one);
    expect(await isThere()).toBe(true);
    await expect.poll(isThere, { timeout: 6_000 }).toBe(false);
    await tx.run(one);
  });
  await expect(standing).rejects.toSatisfy(isDatabaseUnavailable);
  expect(await database.run(one)).toBe(1);
});

test('gives up on a server that is frozen, and works when it is back', async () => {
  const { url } = await freshDatabase();
  const door = await openDoor(new URL(url));
  door.open();
  const { database } = await open({ url: door.url, abandonAfterMs: 300, acquireTimeoutMs: 300 });
  const { database: patient } = await open({ url: door.url });
  await Promise.all([database.run(one), patient.run(one)]);
  door.freeze();
  const once = () => patient.run({ ...one, abandonAfterMs: 300 });
  for (const work of [() => database.run(one), () => database.transaction((tx) => tx.run(one)), once]) {
    const failure = await work().catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure)).toBe(true);
  }
  door.shut();
  door.open();
  await expect.poll(() => database.run(one).catch(() => null), { timeout: 5_000 }).toBe(1);
});
