import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../shared/backup/testing/open-backup-test.ts';
import { lockNumbers } from '../../../shared/postgres/lock-numbers.ts';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';

test('takes backups of a stopped hub, one at a time, and lists them', async () => {
  const { url, database } = await freshDatabase('hub');
  const folder = await temporaryFolder();
  const settings = { DATABASE_URL: url, DATA_DIR: join(folder, 'data'), BACKUP_DIR: join(folder, 'backups') };
  const none = await runInProcess(settings, ['backup', 'list']);
  expect(none.stdout).toMatch(/^No backup in .*backups yet: hub backup now takes a backup\n$/);

  await runJson(settings, ['member', 'add', 'Quillon']);
  const first = await runInProcess(settings, ['backup', 'now']);
  expect(first).toMatchObject({ code: 0, stderr: expect.stringMatching(/100% .* events .*\/s/) });
  expect(first.stdout).toMatch(
    /^Backed up 2 records, \d+ new bytes, in [\d.]+ s: \/.*Z\.json\n.*keep a copy in another place\.\n$/,
  );
  const second = await runJson(settings, ['backup', 'now']);
  // The third record is the audit entry of the first backup.
  const news = { bytes: expect.any(Number), records: 3 };
  const taken = { file: expect.any(String), seconds: expect.any(Number), mended: 0, deleted: 0 };
  expect(second).toEqual({ ...taken, ...news });
  expect(await runJson(settings, ['backup', 'list'])).toEqual({
    backups: [
      {
        file: second.file,
        taken_at: expect.stringMatching(/Z$/),
        verified_at: null,
        problem: null,
        other_hub: false,
        state: 'authentic',
        kind: 'manual',
        ...news,
      },
      expect.objectContaining({ file: first.stdout.match(/[^/]*Z\.json/)?.[0], records: 2 }),
    ],
    unreadable: [],
    folder_problem: null,
  });

  const erased = await runInProcess(settings, ['member', 'erase', 'Quillon', '--yes']);
  expect(erased.stdout).toContain(`No backup in ${settings.BACKUP_DIR} can open the erased data any more.`);
  await runJson(settings, ['member', 'add', 'Bram']);
  const elsewhere = { ...settings, BACKUP_DIR: join(folder, 'none') };
  const withoutBackups = await runInProcess(elsewhere, ['member', 'erase', 'Bram', '--yes']);
  expect(withoutBackups.stdout).toBe('Erased the member. Their keys and plugins no longer work.\n');
  const session = await database.connect((fresh) =>
    fresh.query('select pg_advisory_lock($1)', [lockNumbers.backup]),
  );
  const together = await runInProcess(settings, ['backup', 'now', '--json']);
  await session.end();
  expect({ code: together.code, stdout: together.stdout }).toEqual({ code: 1, stdout: '' });
  expect(together.stderr).toContain('"code":"backup_runs"');

  await mkdir(join(folder, 'other'));
  // Later releases also sign.
  await writeFile(join(folder, 'other', '2026-01-01T00-00-00.000Z.json'), '{"format":9,"sha256":""}');
  const newer = await runInProcess({ ...settings, BACKUP_DIR: join(folder, 'other') }, ['backup', 'list']);
  expect(newer.stdout).toContain('claims format 9, but has no signature of this hub');
});
