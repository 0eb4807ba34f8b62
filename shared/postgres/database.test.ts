import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { openProxy } from './testing/open-proxy.ts';

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

test('refuses statements and transactions when too many already wait', async () => {
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

test('the server ends an idle transaction, and the pool goes on working', async () => {
  const { database, url } = await open();
  const watcher = openDatabase({ url, name: 'watcher', maxConnections: 1, statementTimeoutMs: 5_000 });
  onTestFinished(() => watcher.close());
  const isThere = async () => {
    const text = `select 1 from pg_stat_activity where application_name = 'hub test' and state = 'idle in transaction'`;
    return (await watcher.many({ text })).length > 0;
  };
  const idle = database.transaction(async (tx) => {
    await tx.run(one);
    expect(await isThere()).toBe(true);
    await expect.poll(isThere, { timeout: 6_000 }).toBe(false);
    await tx.run(one);
  });
  await expect(idle).rejects.toSatisfy(isDatabaseUnavailable);
  expect(await database.run(one)).toBe(1);
});

test('gives up on a server that is frozen, and works when it is back', async () => {
  const { url } = await freshDatabase();
  const proxy = await openProxy(new URL(url));
  proxy.open();
  const { database } = await open({ url: proxy.url, abandonAfterMs: 300, acquireTimeoutMs: 300 });
  const { database: patient } = await open({ url: proxy.url });
  await Promise.all([database.run(one), patient.run(one)]);
  proxy.freeze();
  const once = () => patient.run({ ...one, abandonAfterMs: 300 });
  for (const work of [() => database.run(one), () => database.transaction((tx) => tx.run(one)), once]) {
    const failure = await work().catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure)).toBe(true);
  }
  proxy.shut();
  proxy.open();
  await expect.poll(() => database.run(one).catch(() => null), { timeout: 5_000 }).toBe(1);
});
