import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import { readRestorableBackup } from '../reading/read-backup.ts';
import { failingDisk, openBackupTest, temporaryFolder } from '../testing/open-backup-test.ts';
import { type BackupFolder, openBackupFolder } from './backup-folder.ts';
import { nodeDisk } from './disk.ts';
import { claimFile } from './folder-claim.ts';

async function openHub(records = 3) {
  const opened = await openBackupTest();
  await opened.journal.log.append([
    ...entriesOf('hub.xp', 'a', records),
    ...entriesOf('hub.gear', 'a', records),
  ]);
  return opened;
}

async function expectRestorable(folder: BackupFolder, file: string): Promise<void> {
  expect((await folder.list()).backups.map((backup) => backup.file)).toEqual([file]);
  const { manifest } = await readRestorableBackup(folder, file);
  for (const { segments } of manifest.partitions) {
    for (const segment of segments) expect(await folder.isIntact(segment)).toBe(true);
  }
}

test('only one of two hubs can take a first backup into a folder, and the other hub is refused at any step', async () => {
  const one = await openHub();
  const other = await openHub(5);
  const refusals: unknown[] = [];
  const tryOther = async () => {
    const refusal = await other
      .backUp({ folder: openBackupFolder(one.path, other.signer) })
      .catch((error: unknown) => error);
    refusals.push(refusal);
  };
  const disk = {
    ...nodeDisk,
    write: async (path: string, content: string | Buffer) => {
      await tryOther();
      await nodeDisk.write(path, content);
      await tryOther();
    },
  };
  const { file } = await one.backUp({ disk });
  await expectRestorable(one.folder, file);
  // Two for each of two segments, the keys and the manifest.
  expect(refusals).toHaveLength(8);
  expect(refusals).toEqual(refusals.map(() => expect.objectContaining({ code: 'other_hub' })));
  expect(refusals[0]).toMatchObject({
    message: `${one.path} belongs to another hub, as ${claimFile} in it says: set BACKUP_DIR to a folder that only this hub uses, or delete that file if that hub is gone`,
  });
});

test('only one of several hubs that start at the same moment gets the folder', async () => {
  const hubs = await Promise.all([openHub(1), openHub(2), openHub(3)]);
  const path = await temporaryFolder();
  const outcomes = await Promise.allSettled(
    hubs.map(({ backUp, signer }) => backUp({ folder: openBackupFolder(path, signer) })),
  );
  const taken = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.file] : []));
  expect(taken).toHaveLength(1);
  const winner = hubs[outcomes.findIndex(({ status }) => status === 'fulfilled')];
  const folder = openBackupFolder(path, winner?.signer ?? null);
  await expectRestorable(folder, taken[0] ?? '');
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'other_hub' });
  }
});

test('a folder without a claim and a copied folder are continued', async () => {
  const { backUp, path, folder, journal, signer } = await openHub();
  await backUp();
  await rm(join(path, claimFile));
  await journal.log.append(entriesOf('hub.xp', 'a', 1));
  const { file } = await backUp();
  expect(await readdir(path)).toContain(claimFile);
  const stranger = await openHub();
  await expect(stranger.backUp({ folder })).rejects.toMatchObject({ code: 'other_hub' });

  const copied = await temporaryFolder();
  await cp(path, copied, { recursive: true });
  const next = await backUp({ folder: openBackupFolder(copied, signer) });
  expect(next.manifest.bytes).toBe(0);
  expect((await folder.list()).backups.map((backup) => backup.file)).toEqual([file]);
});

test('a folder without backups is free when its claim is deleted', async () => {
  const gone = await openHub();
  const killed = failingDisk(1, new Error('killed'));
  await expect(gone.backUp({ disk: killed })).rejects.toThrow('killed');
  const { path } = gone;
  const { backUp, signer } = await openHub();
  const folder = openBackupFolder(path, signer);
  await expect(backUp({ folder })).rejects.toThrow(/delete that file if that hub is gone$/);
  await rm(join(path, claimFile));
  const { file } = await backUp({ folder });
  await expectRestorable(folder, file);
});

test('a claim that is killed or fails leaves the folder free, and a damaged claim is reported', async () => {
  const { backUp, folder, path } = await openHub();
  await expect(backUp({ disk: failingDisk(0, new Error('killed')) })).rejects.toThrow('killed');
  const refused = Object.assign(new Error('not to be shown'), { code: 'EIO' });
  await expect(backUp({ disk: failingDisk(0, refused) })).rejects.toMatchObject({
    code: 'backup_dir_failed',
  });
  expect(await readdir(path)).not.toContain(claimFile);
  const stranger = await openHub();
  const { file } = await stranger.backUp({ folder });
  expect((await readdir(path)).sort()).toEqual([claimFile, 'keys.zst', 'segments', file].sort());

  await writeFile(join(path, claimFile), '');
  await expect(stranger.backUp({ folder })).rejects.toThrow(
    `${claimFile} in ${path} is damaged, so the hub of this folder is unknown: if no other hub backs up there, delete only ${claimFile}`,
  );
  await rm(join(path, claimFile));
  await stranger.backUp({ folder });
});
