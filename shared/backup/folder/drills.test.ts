import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBackupSigner } from '../signing/backup-signer.ts';
import { forgeManifest } from '../testing/forge.ts';
import { temporaryFolder } from '../testing/open-backup-test.ts';
import { openBackupFolder } from './backup-folder.ts';
import { writeCheckedJson } from './checked-json.ts';
import { drillsFile } from './drills.ts';

const file = '2026-01-01T03-00-00.000Z.json';
const drill = { file, at: '2026-01-01T04:00:00.000Z', ok: false, seconds: 1, problem: 'xp differs' };

test('a drill with a forged good result or without a signature does not count', async () => {
  const path = await temporaryFolder();
  const folder = openBackupFolder(path, createBackupSigner(randomBytes(32)));
  await folder.noteDrill(drill);
  expect(await folder.readDrills()).toEqual([drill]);
  const drills = join(path, drillsFile);
  const whole = await readFile(drills);
  const good = [{ ...drill, ok: true, problem: null }];
  await forgeManifest(drills, (body) => ({ ...body, drills: good }));
  expect(await folder.readDrills()).toEqual([]);
  await writeFile(drills, writeCheckedJson({ format: 1, drills: good }));
  expect(await folder.readDrills()).toEqual([]);
  await writeFile(drills, whole);
  expect(await openBackupFolder(path, createBackupSigner(randomBytes(32))).readDrills()).toEqual([]);
  expect(await openBackupFolder(path, null).readDrills()).toEqual([drill]);
});
