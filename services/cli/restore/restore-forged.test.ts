import { randomBytes } from 'node:crypto';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asUnreleasedManifest, forgeKeys, forgeManifest } from '../../../shared/backup/testing/forge.ts';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { openLogToBackUp } from '../../../test/support/hub/log-to-back-up.ts';

type Settings = Readonly<Record<string, string>>;

async function errorOf(settings: Settings, ...args: string[]) {
  const { code, stderr } = await runInProcess(settings, ['backup', ...args, '--json']);
  expect(code).toBe(1);
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;
}

async function openForged() {
  const opened = await openLogToBackUp(20);
  const { settings } = opened;
  const { file } = await runJson(settings, ['backup', 'now']);
  return { ...opened, file, dir: settings.BACKUP_DIR, manifest: join(settings.BACKUP_DIR, file) };
}

test('a forged backup, forged keys and old keys are refused', async () => {
  const { settings, elsewhere, file, dir, manifest } = await openForged();
  const place = (await elsewhere()).settings;
  const keys = join(dir, 'keys.zst');
  const older = join(dir, 'older keys');
  await copyFile(keys, older);
  const { file: newer } = await runJson(settings, ['backup', 'now']);

  await copyFile(keys, join(dir, 'newer keys'));
  await copyFile(older, keys);
  for (const command of ['restore', 'verify']) {
    const where = command === 'restore' ? place : settings;
    const error = await errorOf(where, command, newer);
    expect(error).toEqual({
      code: 'keys_replaced',
      message:
        'keys.zst is older than a backup in the folder, so it may bring back withdrawn rights and erased data: restore the newest keys.zst from another copy of the folder',
    });
  }
  await copyFile(join(dir, 'newer keys'), keys);
  await forgeKeys(dir, (body) => ({ ...body, revoked_keys: [], revoked_devices: [] }), true);
  expect(await errorOf(place, 'restore', newer)).toMatchObject({
    code: 'backup_forged',
  });

  await copyFile(join(dir, 'newer keys'), keys);
  await forgeManifest(manifest, (body) => ({ ...body, erased: [], records: 1 }));
  expect(await errorOf(place, 'restore', file)).toEqual({
    code: 'backup_forged',
    message: `${file} has no valid signature of this hub, so it was changed or forged: take another copy of it, or delete it`,
  });
});

test('a backup of a version between releases is refused before any write', async () => {
  const { settings, elsewhere, file, dir, manifest } = await openForged();
  const place = (await elsewhere()).settings;
  await asUnreleasedManifest(manifest);
  const files = await readdir(dir, { recursive: true });
  const refusal = {
    code: 'unreleased_version',
    message: `${file} is from a version between the releases 0.1.0 and 0.2.0, which no release can read: use the backup with that version, or move it out of BACKUP_DIR`,
  };
  expect(await errorOf(place, 'restore', file)).toEqual(refusal);
  expect(await errorOf(settings, 'verify', file)).toEqual(refusal);
  expect(await readdir(place.DATA_DIR).catch(() => [])).toEqual([]);
  const { backups, unreadable } = await runJson(settings, ['backup', 'list']);
  expect({ backups, unreadable }).toEqual({ backups: [], unreadable: [{ file, problem: refusal.message }] });
  expect(await readdir(dir, { recursive: true })).toEqual(files);
});

test('a list shows every backup with its state', async () => {
  const { settings, manifest } = await openForged();
  const statesOf = async (changed: Settings = {}) => {
    const { backups } = await runJson({ ...settings, ...changed }, ['backup', 'list']);
    return backups.map((backup: { state: string }) => backup.state);
  };
  expect(await statesOf()).toEqual(['authentic']);
  expect(await statesOf({ HUB_SECRET: randomBytes(32).toString('base64') })).toEqual(['another_hub']);
  const { HUB_SECRET: _, ...withoutSecret } = settings;
  const shown = await runInProcess(withoutSecret, ['backup', 'list']);
  expect(shown).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('not checked: HUB_SECRET is not set here'),
  });

  await forgeManifest(manifest, (body) => ({ ...body, records: 1 }));
  expect(await statesOf()).toEqual(['forged']);
  expect((await runInProcess(settings, ['backup', 'list'])).stdout).toMatch(
    /forged\n.*Forged: somebody changed or wrote the backup without HUB_SECRET/,
  );
});
