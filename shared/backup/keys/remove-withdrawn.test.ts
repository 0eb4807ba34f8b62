import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entry } from '../../../test/support/log/log-entries.ts';
import { backupKeysLockOf } from '../folder/backup-lock.ts';
import { forgeKeys } from '../testing/forge.ts';
import { nothingWithdrawn, openBackupTest, readKeysOf } from '../testing/open-backup-test.ts';
import { type RemoveWithdrawnOptions, removeWithdrawn } from './remove-withdrawn.ts';

const ids = Array.from({ length: 3 }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`);

test('withdrawals are saved and their keys removed, permanent withdrawals stay, and nothing is written twice', async () => {
  const { journal, database, folder, path, backUp } = await openBackupTest();
  await journal.log.append([entry('hub.keys', 'accountA0001/x'), entry('hub.keys', 'accountB0001/x')]);
  const lockKeys = backupKeysLockOf(database);
  const ofLog = { log: journal.log, readNextSequence: async () => 1 };
  const revise = (withdrawn: object, hub?: string) =>
    removeWithdrawn({
      folder,
      hub: hub ?? ids[0] ?? '',
      ...ofLog,
      readWithdrawn: async () => ({ ...nothingWithdrawn, ...withdrawn }),
      lockKeys,
    });
  expect(await revise({})).toBe(false);
  const { manifest } = await backUp();
  const { hub } = manifest;
  const subjects = async () => (await readKeysOf(folder))?.records.map(({ key }) => key.split('/')[0]);
  expect(await subjects()).toEqual(expect.arrayContaining(['accountA0001', 'accountB0001']));

  const [key = '', device = '', member = ''] = ids;
  const sharing = [{ account: 'accountB0001', category: 'stats', audience: 'selected', with: [member] }];
  const withdrawn = { revoked_keys: [key], revoked_devices: [device], left_members: [member], sharing };
  expect(await revise({ ...withdrawn, erased: ['accountA0001'] }, hub)).toBe(true);
  expect(await subjects()).not.toContain('accountA0001');
  const kept = await readKeysOf(folder);
  expect(kept).toMatchObject({ ...withdrawn, erased: ['accountA0001'], hub });

  // A hub from an older dump does not know the withdrawal. Sharing is current.
  let written = 0;
  const counting = {
    ...folder,
    writeKeys: async () => {
      written += 1;
    },
  };
  const same = {
    folder: counting,
    hub,
    ...ofLog,
    readWithdrawn: async () => ({ ...nothingWithdrawn, sharing }),
    lockKeys,
  };
  await removeWithdrawn({ ...same, readWithdrawn: async () => ({ ...nothingWithdrawn, sharing: [] }) });
  expect(written).toBe(1);
  await removeWithdrawn({
    ...same,
    readWithdrawn: async () => ({ ...nothingWithdrawn, sharing: kept?.sharing ?? [] }),
  });
  expect(written).toBe(1);
  await backUp();
  expect(await readKeysOf(folder)).toMatchObject({
    revoked_keys: [key],
    left_members: [member],
    sharing: [],
  });

  expect(await revise({}, ids[1])).toBe(false);
  await writeFile(join(path, 'keys.zst'), 'something else');
  await expect(revise({}, hub)).rejects.toMatchObject({ code: 'backup_damaged' });
});

test('the fingerprint of a chat id is removed from keys.zst when the chat id is withdrawn or its member is erased', async () => {
  const { database, folder, journal, backUp } = await openBackupTest();
  const [quill = '', bram = '', tess = ''] = ids;
  const hashOf = (number: number) => Buffer.alloc(32, number).toString('base64');
  const now = (chat_ids: { readonly member: string; readonly hash: string | null }[]) => ({
    readWithdrawn: async () => ({ ...nothingWithdrawn, chat_ids }),
  });
  const known = [quill, bram, tess].map((member, index) => ({ member, hash: hashOf(index) }));
  const { manifest } = await backUp(now(known));
  const fingerprints = async () => (await readKeysOf(folder))?.chat_ids;
  expect(await fingerprints()).toEqual(known);

  const withdrawn = [{ member: quill, hash: null }, ...known.slice(2)];
  const lockKeys = backupKeysLockOf(database);
  const options = { folder, hub: manifest.hub, log: journal.log, readNextSequence: async () => 1, lockKeys };
  await removeWithdrawn({ ...options, ...now(withdrawn) });
  expect(await fingerprints()).toEqual(withdrawn);
  await backUp(now(withdrawn.slice(1)));
  expect(await fingerprints()).toEqual(withdrawn.slice(1));
});

test.each([
  ['not signed', (path: string) => forgeKeys(path, (body) => body, false)],
  ['forged', (path: string) => forgeKeys(path, (body) => ({ ...body, erased: ['b'] }), true)],
  ['replaced', (path: string) => copyFile(join(path, 'older'), join(path, 'keys.zst'))],
])('keys that are %s are written again from the log', async (_, change) => {
  const { journal, database, folder, path, backUp } = await openBackupTest();
  await journal.log.append([entry('hub.keys', 'accountA0001/x')]);
  await backUp({ kind: 'manual' });
  await copyFile(join(path, 'keys.zst'), join(path, 'older'));
  await journal.log.append([entry('hub.keys', 'accountB0001/x')]);
  const { manifest } = await backUp({ kind: 'manual' });
  const before = await readKeysOf(folder);
  await change(path);
  const changed = await readFile(join(path, 'keys.zst'));
  const revoked = ids[0] ?? '';
  const options = {
    folder,
    hub: manifest.hub,
    log: journal.log,
    readWithdrawn: async () => ({ ...nothingWithdrawn, revoked_keys: [revoked] }),
    readNextSequence: async () => 1,
    lockKeys: backupKeysLockOf(database),
  };
  expect(await removeWithdrawn(options)).toBe(true);
  expect(await readFile(join(path, 'keys.zst'))).not.toEqual(changed);
  expect(await readKeysOf(folder)).toEqual({
    ...before,
    number: 3,
    revoked_keys: [revoked],
  });
});

async function openForgedKeys() {
  const opened = await openBackupTest();
  const { journal, path, backUp, erased } = opened;
  await journal.log.append([entry('hub.keys', 'accountA0001/x'), entry('hub.keys', 'accountB0001/x')]);
  erased.add('accountA0001');
  const { manifest } = await backUp({ kind: 'manual', readNextSequence: async () => 500 });
  await forgeKeys(path, (body) => body, false);
  const remove = (more: Partial<RemoveWithdrawnOptions>) =>
    removeWithdrawn({
      folder: opened.folder,
      hub: manifest.hub,
      log: journal.log,
      readWithdrawn: async () => nothingWithdrawn,
      readNextSequence: async () => 20,
      lockKeys: backupKeysLockOf(opened.database),
      ...more,
    });
  return { ...opened, remove };
}

test('keys that are written again from the log keep what the backups know', async () => {
  const { folder, remove } = await openForgedKeys();
  await remove({});
  const keys = await readKeysOf(folder);
  expect(keys).toMatchObject({ erased: ['accountA0001'], next_sequence: 500 });
  const subjects = keys?.records.map(({ key }) => key.split('/')[0]);
  expect(subjects).toContain('accountB0001');
  expect(subjects).not.toContain('accountA0001');
});

test('keys are written only with their lock', async () => {
  const { folder, remove } = await openForgedKeys();
  let written = 0;
  const counting = {
    ...folder,
    writeKeys: async () => {
      written += 1;
    },
  };
  const busy = new Error('another process has the lock');
  const lockKeys = () => Promise.reject(busy);
  await expect(remove({ folder: counting, lockKeys })).rejects.toBe(busy);
  const lost = AbortSignal.abort(new Error('the lock is lost'));
  await expect(remove({ folder: counting, lockKeys: (work) => work(lost) })).rejects.toThrow(
    'the lock is lost',
  );
  expect(written).toBe(0);
});
