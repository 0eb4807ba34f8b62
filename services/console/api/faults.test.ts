import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { OutcomeUnknown } from '../../../projections/access/commands/outcome-unknown.ts';
import { DirectoryUnavailable } from '../../../projections/access/directory/directory.ts';
import { given } from '../../../projections/access/testing/membership.ts';
import { LogUnavailable } from '../../../shared/errors/errors.ts';
import { openProxy } from '../../../shared/postgres/testing/open-proxy.ts';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { freePort, startHubProcess, temporaryDataDir } from '../../../test/support/hub/hub-process.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { patient } from '../../../test/support/runner/patience.ts';
import { prepareConsole } from '../prepare-console.ts';
import { createSessions } from '../sessions/sessions.ts';
import { toConsoleError } from './answers/to-console-error.ts';

const report = new URL('../../../test/fixtures/reports/ha-snapshot.json', import.meta.url);
const clone = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

async function openMember() {
  const { url, database } = await freshDatabase('hub');
  const dataDir = await temporaryDataDir(null);
  await prepareConsole(database);
  const { id } = await runJson({ DATABASE_URL: url, DATA_DIR: dataDir }, ['member', 'add', 'Quill']);
  const { token } = await createSessions(database, Date.now).begin(id);
  const ask = async (hubUrl: string, path: string, fields?: object) => {
    const answer = await fetch(`${hubUrl}/console/api/${path}`, {
      headers: { cookie: `hub_session=${token}`, origin: hubUrl, 'content-type': 'application/json' },
      ...(fields !== undefined && { method: 'POST', body: JSON.stringify(fields) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers
    const body: any = await answer.json();
    return { status: answer.status, body };
  };
  /** Blocks the projection of members until the returned function is called. */
  const holdAccess = async () => {
    const blocking = await database.connect();
    await blocking.query('begin');
    await blocking.query(`select from projection.checkpoint where projection = 'access' for update`);
    return () => blocking.end();
  };
  /** Appends to the membership log wait until `release`, which makes the waiting appends fail. */
  const holdLog = async () => {
    const blocking = await database.connect();
    await blocking.query('begin');
    await blocking.query(`select from log.partition where stream = 'hub.membership' for update`);
    const waiting = 'from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))';
    return {
      /** An append that does not wait yet would arrive after `release`. */
      untilWaitedFor: () =>
        expect.poll(async () => (await blocking.query(`select ${waiting}`)).rowCount).toBeGreaterThan(0),
      release: async () => {
        await blocking.query(`select pg_terminate_backend(pid) ${waiting}`);
        await blocking.end();
      },
    };
  };
  return { url, database, dataDir, ask, holdAccess, holdLog };
}

const moved = (requestId: string, time_zone: string) => ({ request_id: requestId, time_zone });

test('while the projection is behind, a command waits, and its page learns why', async () => {
  const { url, dataDir, ask, holdAccess } = await openMember();
  const hub = await startTestHub({ settings: { DATABASE_URL: url, DATA_DIR: dataDir } });
  const release = await holdAccess();
  const id = randomUUID();
  const given = ask(hub.url, 'me/settings', moved(id, 'Europe/Paris'));
  const outcome = async () => (await ask(hub.url, `commands/${id}`)).body;
  await expect.poll(outcome).toEqual({
    state: 'waiting',
    message: 'it waits for the projection of members and rights, which is 1 event behind',
  });
  await release();
  expect(await given).toMatchObject({ status: 200, body: { time_zone: 'Europe/Paris' } });
  expect(await outcome()).toEqual({ state: 'granted', message: null });
});

test('after a console is killed in the middle of commands, the log says which commands happened', {
  timeout: patient(360_000),
}, async () => {
  const { url, database, dataDir, ask, holdAccess, holdLog } = await openMember();
  const port = await freePort();
  const environment = { DATABASE_URL: url, DATA_DIR: dataDir, PORT: String(port), BACKUP_ENABLED: 'false' };
  const hubUrl = `http://localhost:${port}`;
  const start = () => startHubProcess({ clone, as: null, environment });
  const outcome = async (id: string) => (await ask(hubUrl, `commands/${id}`)).body;
  const first = await start();
  const release = await holdAccess();
  const [stored, lost] = [randomUUID(), randomUUID()];
  const given = [ask(hubUrl, 'me/settings', moved(stored, 'Europe/Paris'))];
  await expect.poll(async () => (await outcome(stored)).message).toContain('projection');
  const log = await holdLog();
  // A second change of the time zone would wait for the projection of the first change.
  const key = { name: 'bot', categories: ['stats'], account_ids: null, expires_at: null };
  given.push(ask(hubUrl, 'me/keys', { request_id: lost, ...key }));
  await expect.poll(async () => (await outcome(lost)).state).toBe('waiting');
  await log.untilWaitedFor();
  first.signal('SIGKILL');
  await Promise.allSettled([...given, first.ended]);
  await log.release();
  await release();

  await start();
  await expect.poll(() => outcome(stored)).toEqual({ state: 'granted', message: null });
  // The hub's own events from its start may still be in projection.
  await expect
    .poll(() => outcome(lost))
    .toEqual({ state: 'waiting', message: 'it is on its way to the log' });
  // A minute later no command can be on its way any more.
  await database.run({ text: `update console.command set given_at = given_at - interval '1 minute'` });
  expect((await outcome(lost)).state).toBe('unknown');
  expect(await outcome(stored)).toEqual({ state: 'granted', message: null });
  expect((await ask(hubUrl, 'me')).body.member.time_zone).toBe('Europe/Paris');
  for (const id of [stored, lost]) {
    expect((await ask(hubUrl, 'me/settings', moved(id, 'Asia/Tokyo'))).status).toBe(409);
  }
});

test('the next console finishes an erasure when its console was killed before it deleted the rows', async () => {
  const hub = await startTestHub();
  const token = await hub.pair(await hub.addMember('Quill'));
  expect((await hub.report(token, await readFile(report))).status).toBe(200);
  const rows = (table: string) =>
    hub.database.many<{ account_id: string }>({ text: `select account_id from ${table}` });
  await expect.poll(async () => (await rows('xp_history_g1.skill')).length).toBeGreaterThan(0);
  const [{ account_id: account } = { account_id: '' }] = await rows('xp_history_g1.skill');
  const erasure = given.eraseAccount(account);
  await hub.append([erasure]);
  await hub.database.run({
    text: `insert into console.command (request_id, record_id, member_id, state, given_at)
           values (gen_random_uuid(), $1, gen_random_uuid(), 'given', clock_timestamp() - interval '2 minutes')`,
    values: [erasure.recordId],
  });
  await expect.poll(() => rows('access_g1.account')).toEqual([]);
  expect((await rows('xp_history_g1.skill')).length).toBeGreaterThan(0);
  await hub.restart();
  await expect.poll(() => rows('xp_history_g1.skill')).toEqual([]);
  const state = { text: `select state from console.command` };
  await expect.poll(() => hub.database.many(state)).toEqual([{ state: 'granted' }]);
});

test('while the database is away, the console says so and does nothing; afterwards everything continues', async () => {
  const { url, dataDir, ask } = await openMember();
  const proxy = await openProxy(new URL(url));
  proxy.open();
  const hub = await startTestHub({ settings: { DATABASE_URL: proxy.url, DATA_DIR: dataDir } });
  expect((await ask(hub.url, 'me')).status).toBe(200);
  proxy.shut();
  const input = moved(randomUUID(), 'Europe/Paris');
  const away = { code: 'unavailable', message: 'the hub waits for its database, which does not answer' };
  expect(await ask(hub.url, 'me/settings', input)).toEqual({ status: 503, body: { error: away } });
  expect((await ask(hub.url, 'session')).status).toBe(503);
  proxy.open();
  await expect.poll(async () => (await ask(hub.url, 'me')).status, { timeout: 90_000 }).toBe(200);
  expect((await ask(hub.url, 'me')).body.member.time_zone).toBe('UTC');
  // The command was not given, so the same request may be sent again.
  expect(await ask(hub.url, 'me/settings', input)).toMatchObject({ status: 200 });
});

test.each([
  [new LogUnavailable('no broker'), 'unavailable', 'the hub waits for its log, which does not answer'],
  [
    Object.assign(new Error('invalid page'), { code: 'XX001' }),
    'unavailable',
    'the hub waits for the repair of a damaged table, which hub doctor names',
  ],
  [new DirectoryUnavailable('late'), 'unavailable', 'the hub waits for members and keys to be projected'],
  [
    new OutcomeUnknown('late'),
    'stored_only',
    'the change is stored and takes effect as soon as the hub has projected it',
  ],
])('an error that passes by itself is a 503 that says what the hub waits for: %s', (error, code, message) => {
  expect(toConsoleError(error)).toMatchObject({ status: 503, code, message, retryAfter: 1 });
});
