import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupFolderOf, temporaryFolder } from '../../../shared/backup/testing/open-backup-test.ts';
import { lockNumbers } from '../../../shared/postgres/lock-numbers.ts';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { addJob, findJob } from '../../console/jobs/jobs.ts';

/** A stopped hub whose backup passed a drill. */
async function openTried() {
  const { url, database } = await freshDatabase('hub');
  const path = await temporaryFolder();
  const settings = { DATABASE_URL: url, DATA_DIR: join(path, 'data'), BACKUP_DIR: join(path, 'backups') };
  await runJson(settings, ['member', 'add', 'Merrin']);
  const { file } = await runJson(settings, ['backup', 'now']);
  const folder = backupFolderOf(settings);
  const good = { file, at: '2026-06-01T03:00:00.000Z', ok: true, seconds: 1, problem: null };
  await folder.noteDrill(good);
  const verify = () => runInProcess(settings, ['backup', 'verify', file, '--json']);
  return { database, settings, file, folder, good, verify };
}

async function damage(settings: Readonly<Record<string, string>>, file: string): Promise<void> {
  const { partitions } = await backupFolderOf(settings).readBackup(file);
  const [segment] = partitions.flatMap(({ segments }) => segments);
  await truncate(join(settings.BACKUP_DIR ?? '', 'segments', segment?.file ?? ''), 5);
}

test('the command brings the tables of a stopped hub to the end of its log', async () => {
  const { file, verify } = await openTried();
  // The audit log has an entry of the backup, which no projection has shown yet.
  const { code, stdout } = await verify();
  expect(JSON.parse(stdout)).toMatchObject({ file, ok: true });
  expect(code).toBe(0);
});

test('a verification that could not run does not judge the backup', async () => {
  const { database, folder, good, verify } = await openTried();
  const other = await database.connect((fresh) =>
    fresh.query('select pg_advisory_lock($1)', [lockNumbers.backupVerify]),
  );
  const beside = await verify();
  await other.end();
  expect(beside).toMatchObject({ code: 1, stderr: expect.stringContaining('"code":"verify_runs"') });
  expect(await folder.readDrills()).toEqual([good]);

  await database.run({ text: 'update projection.generation set logic = logic + 1' });
  expect(await verify()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"code":"other_version"'),
  });
  expect(await folder.readDrills()).toEqual([good]);

  await database.run({ text: 'alter table projection.pointer rename to pointer_away' });
  expect(await verify()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"code":"database_unavailable"'),
  });
  expect(await folder.readDrills()).toEqual([good]);
});

test('the secret of another hub does not judge the backup', async () => {
  const { settings, file, folder, good } = await openTried();
  const path = join(settings.BACKUP_DIR, file);
  const elsewhere = await freshDatabase('hub');
  const stranger = {
    DATABASE_URL: elsewhere.url,
    DATA_DIR: join(settings.DATA_DIR, '..', 'other'),
    HUB_SECRET: randomBytes(32).toString('base64'),
  };
  expect(await runInProcess(stranger, ['backup', 'verify', path, '--json'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"code":"other_secret"'),
  });
  expect(await folder.readDrills()).toEqual([good]);
});

test('the result is shown when the backup folder cannot be written, and one line says that the result is not saved', async () => {
  const { database, settings, file, folder, good, verify } = await openTried();
  await damage(settings, file);
  const drills = join(settings.BACKUP_DIR, 'drills.json');
  await rename(drills, `${drills}.kept`);
  // A folder that is not empty cannot be replaced.
  await mkdir(drills);
  await writeFile(join(drills, 'in-it'), '');
  const { code, stderr } = await verify();
  // The page that started a job reads only its result.
  const job = { id: randomUUID(), kind: 'backup-verify', subject: file, memberId: randomUUID() } as const;
  await addJob(database, job);
  // A busy machine takes long to start the process of the job.
  await database.run({ text: `update console.job set updated_at = updated_at - interval '1 minute'` });
  expect(await runInProcess(settings, ['job', job.id])).toMatchObject({ code: 0, stderr: '' });
  expect(await findJob(database, job.id)).toMatchObject({
    state: 'failed',
    result: {
      error: { code: 'segment_damaged' },
      unnoted: expect.stringMatching(/^the result cannot be saved: BACKUP_DIR /),
    },
  });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('"code":"segment_damaged"') });
  expect(stderr).toMatch(/^hub: the result cannot be saved: BACKUP_DIR .* failed \(E[A-Z]+\): [^\n]*$/m);
  await rm(drills, { recursive: true });
  await rename(`${drills}.kept`, drills);
  expect(await folder.readDrills()).toEqual([good]);
});

test('missing keys are saved as the result of the backup', async () => {
  const { settings, file, folder, verify } = await openTried();
  await rm(join(settings.BACKUP_DIR, 'keys.zst'));
  expect(await verify()).toMatchObject({ code: 1, stderr: expect.stringContaining('"code":"no_keys"') });
  expect(await folder.readDrills()).toMatchObject([{ file, ok: false, problem: expect.any(String) }]);
});

test('a damaged backup replaces the result of an earlier drill', async () => {
  const { settings, file, folder, verify } = await openTried();
  await damage(settings, file);
  expect(await verify()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"code":"segment_damaged"'),
  });
  expect(await folder.readDrills()).toMatchObject([{ file, ok: false, problem: expect.any(String) }]);
});
