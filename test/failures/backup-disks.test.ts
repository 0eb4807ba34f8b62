import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { checkSegments } from '../../shared/backup/reading/read-backup.ts';
import { atEnd } from '../support/at-end.ts';
import { runInProcess, runJson } from '../support/hub/command-line.ts';
import { openLogToBackUp } from '../support/hub/log-to-back-up.ts';
import { mixedLog } from '../support/log/mixed-log.ts';

const run = promisify(execFile);
const mebibyte = 1_024 ** 2;

/** @throws where this account is not allowed to mount a disk */
async function mountDisk() {
  const path = await mkdtemp(join(tmpdir(), 'hub-disk-'));
  const removeFolder = () => rm(path, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'tmpfs', path]);
  } catch (error) {
    await removeFolder();
    throw error;
  }
  return { path, unmount: () => run('umount', ['--lazy', path]).then(removeFolder) };
}

const canMount = await mountDisk().then(
  ({ unmount }) => unmount().then(() => true),
  () => false,
);

test.skipIf(!canMount)(
  'a backup that fails on a full disk or on a read-only disk leaves earlier backups intact (needs mount, as root)',
  async () => {
    const { path, unmount } = await mountDisk();
    atEnd(unmount);
    const { settings, journal, folder, elsewhere } = await openLogToBackUp(300, path);
    const { file, records } = await runJson(settings, ['backup', 'now']);
    await journal.append(mixedLog(300).filter(({ stream }) => stream !== 'hub.membership'));

    async function expectRefused(reason: string): Promise<void> {
      const { code, stdout, stderr } = await runInProcess(settings, ['backup', 'now']);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr.split('\n').filter((line) => !line.startsWith('['))).toEqual([
        `hub: BACKUP_DIR ${path} failed ${reason}; earlier backups are unchanged`,
        '',
      ]);
      const { backups } = await runJson(settings, ['backup', 'list']);
      expect(backups).toMatchObject([{ file, records }]);
      const { signal } = new AbortController();
      await checkSegments(folder, await folder.readBackup(file), { signal, onChecked: () => {} });
    }

    const filler = join(path, 'filler');
    await fill(filler);
    await expectRefused('(ENOSPC): free some space on its disk');
    await rm(filler);

    await run('mount', ['-o', 'remount,ro', path]);
    await expectRefused('(EROFS): its file system is read-only: set BACKUP_DIR to another folder');
    const { settings: place } = await elsewhere();
    expect(await runJson(place, ['backup', 'restore', file])).toMatchObject({ ok: true, records });

    await run('mount', ['-o', 'remount,rw', path]);
    const next = await runJson(settings, ['backup', 'now']);
    expect(next.records).toBeGreaterThan(records);
    expect((await runJson(settings, ['backup', 'list'])).backups).toMatchObject([
      { file: next.file },
      { file },
    ]);
  },
);

async function fill(path: string): Promise<void> {
  const filler = await open(path, 'w');
  try {
    for (let bytes = mebibyte; bytes >= 1; bytes /= 2) {
      await filler.appendFile(Buffer.alloc(bytes)).catch(() => {});
    }
  } finally {
    await filler.close();
  }
}
