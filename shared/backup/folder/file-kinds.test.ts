import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import { openBackupTest } from '../testing/open-backup-test.ts';

const makePipe = (path: string) => promisify(execFile)('mkfifo', [path]);

async function openNight() {
  const opened = await openBackupTest();
  await opened.journal.log.append(entriesOf('hub.feed', 'a', 3));
  return { ...opened, ...(await opened.backUp({ kind: 'manual' })) };
}

test('a pipe and a folder with the name of a manifest are shown, and the other backups work', async () => {
  const { path, folder, file, backUp } = await openNight();
  const [pipe, empty] = ['2026-02-01T03-00-00.000Z.json', '2026-03-01T03-00-00.000Z.json'];
  await makePipe(join(path, pipe));
  await mkdir(join(path, empty));
  const { backups, refused } = await folder.list();
  expect(backups.map((each) => each.file)).toEqual([file]);
  expect(refused).toMatchObject([
    { file: pipe, state: 'unreadable', error: { message: expect.stringContaining('is a named pipe') } },
    { file: empty, state: 'unreadable', error: { message: expect.stringContaining('is a folder') } },
  ]);
  await expect(folder.readBackup(pipe)).rejects.toMatchObject({ code: 'not_a_file' });
  await backUp();
  expect(await readdir(path)).toEqual(expect.arrayContaining([pipe, empty]));
});

test('pipes in place of all other files are reported, and the next backup replaces them where it may', async () => {
  const { path, folder, manifest, backUp } = await openNight();
  const [segment] = manifest.partitions.flatMap(({ segments }) => segments);
  if (segment === undefined) throw new Error('no segment');
  const places = ['keys.zst', 'drills.json', join('segments', segment.file)].map((name) => join(path, name));
  for (const place of places) {
    await rm(place, { force: true });
    await makePipe(place);
  }
  await expect(folder.inspectKeys()).rejects.toMatchObject({ code: 'not_a_file' });
  expect(await folder.readDrills()).toEqual([]);
  expect(await folder.isIntact(segment)).toBe(false);
  expect(await folder.hasSegmentOfSize(segment)).toBe(false);
  await expect(folder.readSegment(segment)).rejects.toMatchObject({ code: 'segment_damaged' });
  const next = await backUp({ kind: 'manual' });
  expect(next.mended).toBe(1);
  expect((await folder.inspectKeys())?.state).toBe('authentic');
  await folder.noteDrill({
    file: next.file,
    at: next.manifest.taken_at,
    ok: true,
    seconds: 1,
    problem: null,
  });
  expect(await folder.readDrills()).toHaveLength(1);

  await rm(join(path, 'hub.json'));
  await makePipe(join(path, 'hub.json'));
  await expect(backUp()).rejects.toMatchObject({
    code: 'not_a_file',
    message: expect.stringContaining('hub.json is a named pipe and not a file: remove it'),
  });
});

test('a folder with the name of a segment does not stop a backup', async () => {
  const { path, backUp } = await openNight();
  await mkdir(join(path, 'segments', 'hub.feed-0-7-9.zst'));
  const { manifest } = await backUp();
  expect(manifest.records).toBe(3);
  expect(await readdir(join(path, 'segments'))).toContain('hub.feed-0-7-9.zst');
});
