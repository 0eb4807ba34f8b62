import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entriesOf, entry } from '../../../test/support/log/log-entries.ts';
import type { BackupSegment } from '../folder/manifest.ts';
import { openBackupTest } from '../testing/open-backup-test.ts';
import { eraseFromSegments } from './write-segments.ts';

const feed = { stream: 'hub.feed', partition: 0 } as const;

async function openThreeSegments() {
  const opened = await openBackupTest();
  for (let night = 0; night < 3; night += 1) {
    await opened.journal.log.append([...entriesOf('hub.feed', 'a', 2), entry('hub.feed', 'b')]);
    await opened.backUp({ kind: 'manual' });
  }
  const { backups } = await opened.folder.list();
  const newest = backups.toSorted((left, right) => (left.file < right.file ? 1 : -1))[0]?.manifest;
  const segments = newest?.partitions.find(({ stream }) => stream === 'hub.feed')?.segments ?? [];
  expect(segments).toHaveLength(3);
  const erase = (erased: readonly string[]) =>
    eraseFromSegments(
      {
        folder: opened.folder,
        erased: new Set(erased),
        signal: new AbortController().signal,
        onWritten: () => {},
      },
      feed,
      segments,
    );
  return { ...opened, segments, erase };
}

const places = (segments: readonly BackupSegment[]) => segments.map(({ from, to }) => [from, to]);

test('an erasure keeps no segment after a damaged segment, so that a backup has no hole', async () => {
  const { path, segments, erase } = await openThreeSegments();
  await rm(join(path, 'segments', segments[1]?.file ?? ''));
  expect(places(await erase(['a']))).toEqual([[0, 3]]);
});

test('an erasure writes only segments again that have a value of the erased subject', async () => {
  const { segments, erase } = await openThreeSegments();
  expect(await erase(['nobody'])).toEqual(segments);
  const clean = await erase(['a']);
  expect(places(clean)).toEqual(places(segments));
  expect(clean.map(({ records }) => records)).toEqual([3, 3, 3]);
  for (const [at, { file }] of clean.entries()) expect(file).not.toBe(segments[at]?.file);
});
