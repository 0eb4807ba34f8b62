import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'slonik';
import { z } from 'zod';
import { takeHubLock } from '../../shared/identity/hub-lock.ts';
import { createAppendConnection } from '../../shared/log/postgres/appending/append-connection.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { isServerAnswering } from '../../shared/postgres/embedded/is-server-answering.ts';
import { openHubServer } from '../../shared/postgres/hub-database-server.ts';
import { openNotifications } from '../../shared/postgres/notifications.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { statementOf } from '../../shared/postgres/slonik-statement.ts';
import { takeBuildLock } from '../../shared/projection/replay/rebuild/build-lock.ts';
import { type Ending, endings, openTerminatingProxy } from '../support/postgres/terminating-proxy.ts';
import { withDatabase } from '../support/postgres/with-database.ts';

/**
 * Makes every kind of connection that a hub makes, while sessions are terminated. The printed
 * outcomes show that no termination ended the process.
 */

const logger = createLogger({ name: 'connecting', level: 'silent' });
const one = { text: 'select 1 as one' };
const hangsAfterMs = 20_000;

const connections: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  statement: (url) => withDatabase(url, (database) => database.run(one)),
  transaction: (url) => withDatabase(url, (database) => database.transaction((tx) => tx.run(one))),
  session: (url) =>
    withDatabase(url, async (database) => {
      const client = await database.connect();
      await client.query('select 1').finally(() => client.end());
    }),
  notifications: (url) =>
    withDatabase(url, async (database) => {
      const notifications = openNotifications(database, logger);
      const heard = Promise.withResolvers<void>();
      notifications.on('hub_log', () => heard.resolve());
      // The connection opens again by itself.
      await heard.promise;
      await notifications.close();
    }),
  hubLock: (url) =>
    withDatabase(url, async (database) => {
      const options = { role: 'query' as const, port: 0, waitForCommandMs: 0, logger, onLost: () => {} };
      const lock = await takeHubLock(database, options);
      if (lock.kind === 'held') await lock.release();
    }),
  buildLock: (url) =>
    withDatabase(url, async (database) => (await takeBuildLock(database, ['access'])).release()),
  append: (url) =>
    withDatabase(url, async (database) => {
      const connection = createAppendConnection(database);
      await connection.open().then(({ sql }) => sql.run(one));
      await connection.discard();
    }),
  queries: (url) =>
    withDatabase(url, async (database) => {
      const query = statementOf(sql.type(z.object({ one: z.int() }))`select 1 as one`);
      // The second query waits for the first query's connection, and gets a new connection when
      // this connection ends.
      const answers = await Promise.allSettled([database.many(query), database.many(query)]);
      const failed = answers.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    }),
  serverCheck: async (url) => {
    const server = await openHubServer({ databaseUrl: url, dataDir: '/', logger, onLost: () => {} });
    await server.stop();
  },
  answers: (url) => isServerAnswering(url),
};

/** @throws when it neither works nor fails in time */
async function outcomeOf(kind: string, url: string): Promise<'worked' | 'failed'> {
  const worked = connections[kind]?.(url).then(
    () => 'worked' as const,
    () => 'failed' as const,
  );
  const outcome = await Promise.race([worked, pause(hangsAfterMs, undefined, { ref: false })]);
  if (outcome === undefined) throw new Error(`${kind} hangs`);
  return outcome;
}

/** Ends a session of each kind after every one of its messages, in every way. */
async function terminateAtEveryStep(target: URL, steps: number) {
  const cases = Object.keys(connections).flatMap((kind) =>
    endings.flatMap((ending) => Array.from({ length: steps }, (_, after) => ({ kind, ending, after }))),
  );
  const results: { kind: string; ending: Ending; after: number; terminated: boolean; outcome: string }[] = [];
  async function work(): Promise<void> {
    for (let next = cases.pop(); next !== undefined; next = cases.pop()) {
      const proxy = await openTerminatingProxy(target, next.after, next.ending);
      try {
        const outcome = await outcomeOf(next.kind, proxy.url);
        results.push({ ...next, terminated: proxy.terminated(), outcome });
      } finally {
        proxy.close();
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, work));
  return results;
}

async function terminateForReal(target: URL, rounds: number) {
  const killer = openDatabase({
    url: target.href,
    name: 'killer',
    maxConnections: 1,
    statementTimeoutMs: 5_000,
  });
  let killed = 0;
  let killing = true;
  async function kill(): Promise<void> {
    while (killing) {
      killed += await killer.run({
        text: `select pg_terminate_backend(pid)
               from pg_stat_activity
               where datname = current_database() and pid <> pg_backend_pid()`,
      });
      await pause(1);
    }
  }
  const outcomes: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    killing = true;
    const kills = kill();
    const made = Object.keys(connections)
      .filter((kind) => kind !== 'notifications')
      .map((kind) => outcomeOf(kind, target.href));
    outcomes.push(...(await Promise.all(made)));
    killing = false;
    await kills;
  }
  const after = await Promise.all(Object.keys(connections).map((kind) => outcomeOf(kind, target.href)));
  await killer.close();
  return { killed, outcomes, after };
}

const [url = '', how = '', count = ''] = process.argv.slice(2);
const work = how === 'steps' ? terminateAtEveryStep : terminateForReal;
process.stdout.write(JSON.stringify(await work(new URL(url), Number(count))));
