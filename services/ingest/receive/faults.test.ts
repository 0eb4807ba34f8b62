import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../../shared/postgres/database.ts';
import { fixture } from '../plugins/ha-exporter/testing/translated.ts';
import { countRecords, type IngestRoom, openIngestRoom } from '../testing/ingest-room.ts';

/** Shuts the room's database for everybody, and opens it again. */
async function databaseSwitch(room: IngestRoom) {
  const server = openDatabase({
    url: inject('postgresUrl'),
    name: 'tests',
    maxConnections: 1,
    statementTimeoutMs: 10_000,
  });
  onTestFinished(() => server.close());
  const { name } = await room.database.one<{ name: string }>({ text: 'select current_database() as name' });
  return {
    shut: async () => {
      await server.run({ text: `alter database ${name} allow_connections false` });
      await server.run({
        text: 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        values: [name],
      });
    },
    open: () => server.run({ text: `alter database ${name} allow_connections true` }),
  };
}

it('answers 503 within 5 s while the log is away, loses nothing, and goes on by itself', async () => {
  const room = await openIngestRoom();
  const token = await room.pair(await room.addMember('Quill'));
  await room.report(token, fixture('ha-snapshot'));
  const before = await countRecords(room);
  const database = await databaseSwitch(room);
  await database.shut();

  const started = performance.now();
  const other = fixture('ha-loot');
  other.player.accountHash = 'a'.repeat(56);
  const answers = await Promise.all([
    room.report(token, fixture('ha-loot')),
    room.report(token, other),
    // Unknown, but for how long is not known: a 401 would cost the player the connection.
    room.report('0'.repeat(64), fixture('ha-loot')),
    room.post('pair', { body: { code: '12345' } }),
  ]);
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503]);
  for (const { headers } of answers) expect(headers['retry-after']).toMatch(/^[1-9][0-9]*$/);

  await database.open();
  await vi.waitFor(async () => expect((await room.report(token, fixture('ha-loot'))).statusCode).toBe(200), {
    timeout: 20_000,
    interval: 100,
  });
  const after = await countRecords(room);
  expect(after['hub.feed']).toBe(1);
  // What was remembered of the account may not be what the log holds: everything is stated again.
  expect(after['hub.state']).toBe(2 * (before['hub.state'] ?? 0));
});

it('takes the token of a device that was paired through another process a moment ago', async () => {
  const room = await openIngestRoom();
  const behind = room.directory.currentOrStale();
  const token = await room.pair(await room.addMember('Quill'));
  const app = room.openIngest({ directory: { ...room.directory, currentOrStale: () => behind } });
  expect((await room.report(token, fixture('ha-snapshot'), { app })).statusCode).toBe(200);
});
