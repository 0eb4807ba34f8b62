import { randomBytes } from 'node:crypto';
import { copyFile, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import { openBackupFolder } from '../folder/backup-folder.ts';
import { unpackBackupKeys } from '../folder/backup-keys.ts';
import { decompressText } from '../folder/record-lines.ts';
import { readRestorableBackup } from '../reading/read-backup.ts';
import { createBackupSigner } from '../signing/backup-signer.ts';
import { asUnreleasedManifest, forgeKeys, forgeManifest, readJson } from '../testing/forge.ts';
import { openBackupTest, readKeysOf } from '../testing/open-backup-test.ts';

type Test = Awaited<ReturnType<typeof openBackupTest>>;

async function openTwoNights(): Promise<Test & { readonly file: string }> {
  const opened = await openBackupTest();
  await opened.journal.log.append([...entriesOf('hub.xp', 'a', 3), ...entriesOf('hub.feed', 'a', 2)]);
  await opened.backUp({ kind: 'manual' });
  const { file } = await opened.backUp({ kind: 'manual' });
  return { ...opened, file };
}

function forgedValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return value.length > 0 ? value.slice(1) : ['accountA0001'];
  return value === 'manual' ? 'nightly' : '00000000-0000-4000-8000-000000000001';
}

test('a manifest with any forged field is refused, with and without the old signature', async () => {
  const opened = await openTwoNights();
  const { path, file, folder } = opened;
  const manifest = join(path, file);
  const whole = await readFile(manifest);
  const fields = Object.keys(await readJson(manifest)).filter((name) => !['sha256', 'hmac'].includes(name));
  expect(fields).toHaveLength(14);
  for (const name of fields) {
    for (const isSigned of [true, false]) {
      await forgeManifest(manifest, ({ hmac, ...body }) => {
        const forged = { ...body, [name]: forgedValue(body[name]) };
        return isSigned ? { ...forged, hmac } : forged;
      });
      const { backups, refused } = await folder.list();
      const states = { trusted: backups.map((each) => each.file), refused: refused.map((each) => each.file) };
      expect(states, name).toEqual({ trusted: [expect.not.stringMatching(file)], refused: [file] });
      await expect(readRestorableBackup(folder, file), name).rejects.toMatchObject({
        code: expect.stringMatching(
          /^(backup_forged|backup_damaged|backup_misnamed|newer_backup|other_secret)$/,
        ),
      });
      await writeFile(manifest, whole);
    }
  }
  expect((await folder.list()).backups).toHaveLength(2);
  const stranger = openBackupFolder(path, createBackupSigner(randomBytes(32)));
  expect((await stranger.list()).refused.map(({ state }) => state)).toEqual(['another_hub', 'another_hub']);
  const nobody = openBackupFolder(path, null);
  expect((await nobody.list()).refused.map(({ state }) => state)).toEqual(['not_checked', 'not_checked']);
});

test('a backup of a version between releases is refused, and stays with its segments', async () => {
  const { journal, path, folder, backUp, erased } = await openBackupTest();
  await journal.log.append(entriesOf('hub.feed', 'a', 2));
  const { file, manifest } = await backUp({ kind: 'manual' });
  await asUnreleasedManifest(join(path, file));
  const refusal = {
    code: 'unreleased_version',
    message: `${file} is from a version between the releases 0.1.0 and 0.2.0, which no release can read: use the backup with that version, or move it out of BACKUP_DIR`,
  };
  await expect(readRestorableBackup(folder, file)).rejects.toMatchObject(refusal);
  const unknown = openBackupFolder(path, null);
  await expect(unknown.inspectBackup(file)).rejects.toMatchObject(refusal);
  // The next backup writes other segments.
  erased.add('a');
  const next = await backUp();
  expect(await folder.list()).toMatchObject({
    backups: [{ file: next.file }],
    refused: [{ file, state: 'unreadable', error: refusal }],
  });
  const kept = await readdir(join(path, 'segments'));
  for (const { segments } of manifest.partitions)
    for (const each of segments) expect(kept).toContain(each.file);
});

test('a manifest under the name of another time is refused', async () => {
  const { path, file, folder } = await openTwoNights();
  const later = '2030-01-01T03-00-00.000Z.json';
  await rename(join(path, file), join(path, later));
  expect((await folder.list()).refused).toMatchObject([{ file: later, error: { code: 'backup_misnamed' } }]);
  await expect(readRestorableBackup(folder, later)).rejects.toMatchObject({
    code: 'backup_misnamed',
    message: `${later} is the manifest of ${file} under another name: rename it to ${file}, or delete it`,
  });
});

test('keys with any forged field, and keys without a signature, are refused', async () => {
  const opened = await openTwoNights();
  const { path, file, folder, signer } = opened;
  const keys = await readFile(join(path, 'keys.zst'));
  const text = await decompressText(keys, 10_000_000);
  const fields = Object.keys(JSON.parse(text)).filter((name) => name !== 'sha256' && name !== 'format');
  expect(fields).toHaveLength(16);
  for (const name of fields) {
    await forgeKeys(path, (body) => ({ ...body, [name]: forgedValue(body[name]) }), true);
    await expect(readRestorableBackup(folder, file), name).rejects.toMatchObject({
      code: expect.stringMatching(/^(backup_forged|backup_damaged|other_secret)$/),
    });
    await writeFile(join(path, 'keys.zst'), keys);
  }
  await forgeKeys(path, (body) => body, false);
  await expect(readRestorableBackup(folder, file)).rejects.toMatchObject({ code: 'backup_forged' });
  // An empty frame, which Zstandard skips, does not change the text.
  const longer = Buffer.concat([Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]), keys]);
  expect(await unpackBackupKeys(longer, signer).catch((error) => error.code)).toSatisfy(
    (found: unknown) => found === 'backup_damaged' || (found as { state: string }).state === 'forged',
  );
});

test('an old keys.zst is refused, and the next backup continues without it', async () => {
  const opened = await openBackupTest();
  const { journal, backUp, path, folder, erased } = opened;
  await journal.log.append(entriesOf('hub.xp', 'a', 3));
  await backUp({ kind: 'manual' });
  await copyFile(join(path, 'keys.zst'), join(path, 'older'));
  erased.add('accountA0001');
  const { file } = await backUp({ kind: 'manual' });
  erased.clear();
  await copyFile(join(path, 'older'), join(path, 'keys.zst'));
  await expect(readRestorableBackup(folder, file)).rejects.toMatchObject({ code: 'keys_replaced' });
  const next = await backUp({ kind: 'manual' });
  expect(next.manifest.keys_number).toBe(3);
  expect(await readKeysOf(folder)).toMatchObject({ number: 3, erased: ['accountA0001'] });
});

test('swapped segments are refused', async () => {
  const { path, file, folder } = await openTwoNights();
  const segments = join(path, 'segments');
  const [one = '', other = ''] = await readdir(segments);
  await rename(join(segments, one), join(segments, 'aside'));
  await rename(join(segments, other), join(segments, one));
  await rename(join(segments, 'aside'), join(segments, other));
  const { manifest } = await readRestorableBackup(folder, file);
  const [segment] = manifest.partitions.flatMap((part) => part.segments).filter((each) => each.file === one);
  if (segment === undefined) throw new Error('no such segment');
  await expect(folder.readSegment(segment)).rejects.toMatchObject({ code: 'segment_damaged' });
});

test('a subject that a forged file lists as erased stays in the next backup', async () => {
  const opened = await openTwoNights();
  const { path, file, backUp, folder } = opened;
  await forgeManifest(join(path, file), (body) => ({ ...body, erased: ['a'] }));
  await forgeKeys(path, (body) => ({ ...body, erased: ['a'] }), true);
  const { manifest } = await backUp();
  expect(manifest.erased).toEqual([]);
  expect((await readKeysOf(folder))?.erased).toEqual([]);
});

test('refused files stay with their segments, and rotation continues', async () => {
  const opened = await openBackupTest();
  const { journal, backUp, path, folder } = opened;
  await journal.log.append(entriesOf('hub.feed', 'a', 2));
  const first = await backUp({ kind: 'manual' });
  await forgeManifest(join(path, first.file), (body) => ({ ...body, records: 1 }));
  await writeFile(join(path, '2026-01-01T00-00-00.000Z.json'), 'garbage');
  // The next backup writes the feed again, so only the forged manifest names the first segment.
  await journal.log.append(entriesOf('hub.feed', 'a', 2));
  const second = await backUp();
  const third = await backUp();
  expect(third.deleted).toBe(1);
  const { backups, refused } = await folder.list();
  expect(backups.map(({ file }) => file)).toEqual([third.file]);
  expect(refused.map(({ file }) => file)).toEqual(['2026-01-01T00-00-00.000Z.json', first.file]);
  const kept = new Set(await readdir(join(path, 'segments')));
  for (const { segments } of first.manifest.partitions) {
    for (const { file } of segments) expect(kept).toContain(file);
  }
  expect(second.file).not.toBe(third.file);
  await writeFile(join(path, 'segments', 'hub.feed-0-7-9.zst'), 'left');
  await backUp();
  expect(await readdir(join(path, 'segments'))).not.toContain('hub.feed-0-7-9.zst');
});
