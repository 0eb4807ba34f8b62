import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { temporaryDataDir } from '../../../test/support/hub/hub-process.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { patient } from '../../../test/support/runner/patience.ts';
import { prepareConsole } from '../prepare-console.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createSignedInAdmin } from '../testing/signed-in-member.ts';
import { addJob, findJob, type JobKind, listJobs, recordJobHeartbeat, recordJobResult } from './jobs.ts';

const memberId = randomUUID();

async function openJobs() {
  const { database } = await freshDatabase('hub');
  await prepareConsole(database);
  const add = async (kind: JobKind = 'doctor') => {
    const id = randomUUID();
    await addJob(database, { id, kind, subject: null, memberId });
    return id;
  };
  const age = (id: string, seconds: number) =>
    database.run({
      text: `update console.job
             set started_at = started_at - $2 * interval '1 second', updated_at = updated_at - $2 * interval '1 second'
             where id = $1`,
      values: [id, seconds],
    });
  return { database, add, age };
}

test('three jobs run at once, and a job that is silent for 20 s is lost', async () => {
  const { database, add, age } = await openJobs();
  const [first, second] = [await add(), await add(), await add()];
  await expect(add()).rejects.toThrow('3 jobs run already: wait until one has ended');
  await age(first, 21);
  expect((await findJob(database, first))?.state).toBe('lost');
  const progress = {
    phase: 'reading',
    names: ['x'],
    events: 1,
    share: 0.5,
    events_per_second: 1,
    seconds_left: 2,
  } as const;
  await recordJobHeartbeat(database, first, progress);
  await recordJobHeartbeat(database, first, null);
  expect(await findJob(database, first)).toMatchObject({ state: 'running', progress });
  await recordJobResult(database, first, { state: 'done', result: { ok: true } });
  await recordJobResult(database, first, { state: 'failed', result: null });
  expect(await findJob(database, first)).toMatchObject({ state: 'done', result: { ok: true } });
  await add();
  await expect(add()).rejects.toThrow('3 jobs run already');
  await age(second, 21);
  await add();
});

test('the newest hundred jobs are kept', async () => {
  const { database, add, age } = await openJobs();
  const oldest = await add();
  await age(oldest, 3_600);
  await database.run({
    text: `insert into console.job (id, kind, member_id, state) select gen_random_uuid(), 'doctor', $1, 'done' from generate_series(1, 99)`,
    values: [memberId],
  });
  expect((await listJobs(database)).at(-1)?.id).toBe(oldest);
  const newest = await add();
  const jobs = await listJobs(database);
  expect([jobs.length, jobs.some(({ id }) => id === newest), jobs.some(({ id }) => id === oldest)]).toEqual([
    100,
    true,
    false,
  ]);
});

test('a job is done or has failed once its console is closed', async () => {
  const site = await openTestConsole();
  const { hub } = site;
  const ada = await createSignedInAdmin(site, 'Ada');
  const { body: begun } = await ada.give('admin/doctor');
  expect(begun.state).toBe('running');
  await hub.close();
  const ended = await findJob(hub.database, begun.id);
  expect(ended, JSON.stringify(ended)).toMatchObject({ state: expect.stringMatching(/^(done|failed)$/) });
});

test('a page rebuilds, compares and promotes a projection, takes and tries a backup, and examines the hub', {
  timeout: patient(540_000),
}, async () => {
  const dir = `${await temporaryDataDir(null)}/backups`;
  const site = await openTestConsole({ settings: { BACKUP_DIR: dir } });
  const ada = await createSignedInAdmin(site, 'Ada');
  const begin = async (path: string, options: object = {}) => {
    const { status, body } = await ada.give(path, options);
    expect([status, body.state], JSON.stringify(body)).toEqual([200, 'running']);
    const job = () => ada.get(`admin/jobs/${body.id}`);
    await expect
      .poll(async () => (await job()).state, { interval: 250, timeout: 180_000 })
      .not.toBe('running');
    const ended = await job();
    expect(ended.state, JSON.stringify(ended.result)).toBe('done');
    return ended.result;
  };
  const projection = 'admin/projections/wealth-days';
  const both = { rate: 1_000, full_speed: true };
  expect((await ada.give(`${projection}/rebuild`, both)).body).toEqual({
    error: { code: 'invalid', message: 'rate: it is not allowed together with full_speed' },
  });
  expect(await begin(`${projection}/rebuild`, { rate: 1_000 })).toMatchObject({
    rebuilt: [{ name: 'wealth-days', generation: 2, state: 'ready' }],
  });
  const onlyServed = `'aB3xYz91kQw1', '2026-01-01', 4711, 4712`;
  await site.hub.database.run({ text: `insert into wealth_days_g1.day values (${onlyServed})` });
  const unlike = await begin(`${projection}/verify`);
  expect(unlike).toMatchObject({
    equal: false,
    tables: [{ table: 'day', rows: 1, first: { unlike: [], only_live: 1, only_candidate: 0 } }],
  });
  expect(JSON.stringify(await ada.get('admin/jobs'))).not.toMatch(/aB3xYz91kQw1|4711/);
  await site.hub.database.run({ text: 'delete from wealth_days_g1.day' });
  const [verified, backup, examination] = await Promise.all([
    begin(`${projection}/verify`),
    begin('admin/backups'),
    begin('admin/doctor'),
  ]);
  expect(verified).toMatchObject({ name: 'wealth-days', equal: true, tables: [] });
  const { projections } = await ada.get('admin/projections');
  expect(projections).toContainEqual(
    expect.objectContaining({ name: 'wealth-days', generation: 2, state: 'ready', verified_with: 1 }),
  );
  expect(examination.checks.length).toBeGreaterThan(10);
  const promoted = await ada.give(`${projection}/promote`);
  expect(promoted.body).toEqual({ name: 'wealth-days', from: 1, to: 2 });
  const again = await begin(`${projection}/rebuild`, { full_speed: true, promote: true });
  expect(again).toMatchObject({ rebuilt: [{ name: 'wealth-days', generation: 3, state: 'live' }] });
  expect(await begin(`admin/backups/${backup.file}/verify`)).toMatchObject({ file: backup.file, ok: true });
  expect((await ada.get('admin/backups')).backups).toMatchObject([
    { file: backup.file, problem: null, verified_at: expect.any(String) },
  ]);
  const { entries } = await ada.get('admin/audit?actor=Ada');
  expect(entries.map(({ actor, action }: Record<string, string>) => `${actor} ${action}`)).toEqual([
    'member:Ada backup-verified',
    'member:Ada projection-promoted',
    'member:Ada projection-rebuilt',
    'member:Ada projection-promoted',
    'member:Ada backup-made',
    'member:Ada projection-rebuilt',
  ]);
});
