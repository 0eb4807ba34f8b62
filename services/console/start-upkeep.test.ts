import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DirectoryUnavailable } from '../../projections/access/directory/directory.ts';
import { refusalMessages } from '../../projections/access/model/refusal.ts';
import { directoryOf } from '../../projections/access/testing/directory-of.ts';
import { bram, type Given, given, id, quill } from '../../projections/access/testing/membership.ts';
import { deviceContactKey } from '../../shared/count-key.ts';
import { partitionOf } from '../../shared/events/streams.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import type { Database, Statement } from '../../shared/postgres/database.ts';
import { openTestLog } from '../../shared/projection/testing/open-test-log.ts';
import { prepareIngest } from '../ingest/prepare-ingest.ts';
import { prepareApiKeyUses } from '../query/api-key-use/note-api-key-use.ts';
import { finishInterruptedCommands } from './commands/finish-interrupted-commands.ts';
import { prepareConsole } from './prepare-console.ts';
import { startConsoleUpkeep } from './start-upkeep.ts';

async function openCommands() {
  const { database, journal } = await openTestLog('projections');
  await prepareConsole(database);
  let shown = directoryOf();
  const directory = {
    current: () => shown,
    currentOrStale: () => shown,
    atLeast: async (epoch: number) => {
      if (epoch > shown.version) throw new DirectoryUnavailable('not yet');
      return shown;
    },
    renewed: async () => shown,
    latestClock: Date.now,
    onChange: () => () => {},
    close: async () => {},
  };
  const asked: string[] = [];
  let meanwhile: () => Promise<unknown> = async () => {};
  const watched: Database = {
    ...database,
    many: async <Row extends object>(query: Statement<Row>) => {
      const rows = await database.many(query);
      if (query.text.includes('.verdict')) await meanwhile();
      return rows;
    },
    run: (query) => {
      asked.push(query.text);
      return database.run(query);
    },
  };
  const hub = { database: watched, journal, directory, hubSecret: randomBytes(32) };
  return {
    database,
    journal,
    hub,
    /** The statements of `finish`. */
    asked,
    /** Runs this work after the unfinished commands were read. */
    doMeanwhile: (work: () => Promise<unknown>) => {
      meanwhile = work;
    },
    show: (...events: readonly Given[]) => {
      shown = directoryOf(...events);
    },
    finish: () => finishInterruptedCommands(hub),
    decide: (recordId: string, subject: string, refusal: string | null) =>
      database.run({
        text: `insert into access_g1.verdict (record_id, subject, refusal, last_offset) values ($1, $2, $3, 0)`,
        values: [recordId, subject, refusal],
      }),
    give: (ids: readonly string[], minutesAgo: number) =>
      database.run({
        text: `insert into console.command (request_id, record_id, member_id, state, given_at)
               select gen_random_uuid(), id, $2, 'given', clock_timestamp() - make_interval(mins => $3) from unnest($1::uuid[]) as id`,
        values: [ids, quill, minutesAgo],
      }),
    erased: () => database.many({ text: 'select subject from projection.erased' }),
    fateOf: (id: string) =>
      database.one({
        text: 'select state, message from console.command where record_id = $1',
        values: [id],
      }),
  };
}

test('an erasure counts as finished only once the copy of the directory shows it', async () => {
  const { journal, show, finish, decide, give, erased, fateOf } = await openCommands();
  const erasure = given.eraseAccount('a1');
  await journal.append([erasure]);
  await decide(erasure.recordId, 'a1', null);
  await give([erasure.recordId], 2);
  await expect(finish()).rejects.toBeInstanceOf(DirectoryUnavailable);
  expect([await erased(), await fateOf(erasure.recordId)]).toEqual([[], { state: 'given', message: null }]);
  show(erasure);
  await finish();
  expect([await erased(), await fateOf(erasure.recordId)]).toEqual([
    [{ subject: 'a1' }],
    { state: 'granted', message: null },
  ]);
});

test('an erasure is also finished when records of a stream are damaged', async () => {
  const { database, journal, show, finish, decide, give, erased, fateOf } = await openCommands();
  const erasure = given.eraseAccount('a1');
  await journal.append([erasure]);
  show(erasure);
  await decide(erasure.recordId, 'a1', null);
  await give([erasure.recordId], 2);
  await database.run({
    text: `insert into log.pack (stream, partition, first_offset, past_offset, records) values ('hub.xp', $1, 0, 1, 'torn')`,
    values: [partitionOf('hub.xp', 'a1')],
  });
  await expect(journal.log.emptyRecords(['a1'])).rejects.toMatchObject({ code: 'log_damaged' });
  await finish();
  expect([await erased(), await fateOf(erasure.recordId)]).toEqual([
    [{ subject: 'a1' }],
    { state: 'granted', message: null },
  ]);
});

test('the end of an interrupted erasure of a member also deletes the last uses of the member’s keys and devices', async () => {
  const { database, hub, journal, show, finish, decide, give, erased, fateOf } = await openCommands();
  await prepareApiKeyUses(database);
  await prepareIngest(database);
  const erasure = given.eraseMember(bram);
  await journal.append([erasure]);
  show(
    given.member(quill, 'Quill'),
    given.member(bram, 'Bram'),
    given.key(7, quill),
    given.key(8, bram),
    given.deviceToken(id(4), quill),
    given.deviceToken(id(5), bram),
    erasure,
  );
  await database.run({
    text: 'insert into hub.key_use values ($1, 1), ($2, 1)',
    values: [id(7), id(8)],
  });
  const [kept, gone] = [id(4), id(5)].map((device) => deviceContactKey(hub.hubSecret, device));
  await database.run({
    text: `insert into hub.plugin_seen (device, plugin, version, client, from_here, forwarded, at)
           select device, 'wayfarer', '1.0.0', 'one', false, 1, 1 from unnest($1::text[]) as device`,
    values: [[kept, gone]],
  });
  await decide(erasure.recordId, bram, null);
  await give([erasure.recordId], 2);
  await finish();
  expect([await erased(), await fateOf(erasure.recordId)]).toEqual([
    [{ subject: bram }],
    { state: 'granted', message: null },
  ]);
  expect(await database.many({ text: 'select key_id as key from hub.key_use' })).toEqual([{ key: id(7) }]);
  expect(await database.many({ text: 'select device from hub.plugin_seen' })).toEqual([{ device: kept }]);
});

test('newer undecided or refused commands do not hide a half-done erasure', async () => {
  const { journal, show, finish, decide, give, erased, fateOf } = await openCommands();
  const erasure = given.eraseAccount('a1');
  await journal.append([erasure]);
  show(erasure);
  await decide(erasure.recordId, 'a1', null);
  const refused = randomUUID();
  await decide(refused, 'a2', 'unknown_account');
  const undecided = Array.from({ length: 120 }, () => randomUUID());
  await give([erasure.recordId], 30);
  await give([refused], 20);
  await give(undecided, 2);
  await finish();
  expect([await erased(), await fateOf(erasure.recordId), await fateOf(refused)]).toEqual([
    [{ subject: 'a1' }],
    { state: 'granted', message: null },
    { state: 'refused', message: refusalMessages.unknown_account },
  ]);
  expect(await fateOf(undecided[0] ?? '')).toEqual({ state: 'given', message: null });
});

test('a command that its own console settles first stays unchanged, and a second run updates no command', async () => {
  const { database, asked, doMeanwhile, finish, decide, give, fateOf } = await openCommands();
  const [granted, refused] = [randomUUID(), randomUUID()];
  await decide(granted, 'a1', null);
  await decide(refused, 'a2', 'unknown_account');
  await give([granted, refused], 2);
  doMeanwhile(() =>
    database.run({ text: `update console.command set state = 'refused', message = 'by its own console'` }),
  );
  await finish();
  const settled = { state: 'refused', message: 'by its own console' };
  expect([await fateOf(granted), await fateOf(refused)]).toEqual([settled, settled]);
  asked.length = 0;
  await finish();
  expect(asked.filter((text) => text.includes('console.command'))).toEqual([]);
});

test('the time of a member’s export is forgotten an hour later', async () => {
  const { database, hub } = await openCommands();
  await database.run({
    text: `insert into console.export (member_id, at)
           values ($1, clock_timestamp() - interval '59 minutes'),
                  (gen_random_uuid(), clock_timestamp() - interval '60 minutes')`,
    values: [quill],
  });
  const stop = startConsoleUpkeep(hub, createLogger({ name: 'test', level: 'silent' }));
  await expect
    .poll(() => database.many({ text: 'select member_id from console.export' }))
    .toEqual([{ member_id: quill }]);
  await stop();
});

test('only the first of several failures is logged, and the other tasks still run', async () => {
  const { database, hub, doMeanwhile } = await openCommands();
  const lines: string[] = [];
  const logger = createLogger({ name: 'test', level: 'info' }, { write: (line) => void lines.push(line) });
  let rounds = 0;
  doMeanwhile(async () => {
    rounds += 1;
    throw new Error('the database is away');
  });
  await database.run({
    text: `insert into console.export (member_id, at) values ($1, clock_timestamp() - interval '60 minutes')`,
    values: [quill],
  });
  const stop = startConsoleUpkeep(hub, logger, 1);
  await expect.poll(() => rounds).toBeGreaterThan(2);
  await stop();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { task: 'completion of commands of a console that ended', err: { message: 'the database is away' } },
  ]);
  expect(await database.many({ text: 'select member_id from console.export' })).toEqual([]);
});
