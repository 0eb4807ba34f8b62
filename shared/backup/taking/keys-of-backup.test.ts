import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gameEvent } from '../../../projections/event-feed/testing/game-events.ts';
import { entriesOf, entry } from '../../../test/support/log/log-entries.ts';
import type { EventLog } from '../../log/event-log.ts';
import { forgeKeys } from '../testing/forge.ts';
import { nothingWithdrawn, openBackupTest, readKeysOf } from '../testing/open-backup-test.ts';
import type { TakeBackupOptions } from './take-backup.ts';

const byHand = { kind: 'manual' } as const;

test('the number of a forged keys.zst does not count', async () => {
  const { backUp, path, folder } = await openBackupTest();
  await backUp(byHand);
  await forgeKeys(path, (body) => ({ ...body, number: 1_000 }), true);
  expect((await backUp(byHand)).manifest.keys_number).toBe(2);
  expect(await readKeysOf(folder)).toMatchObject({ number: 2 });
});

test('next_sequence never falls, also when the hub was restored from an older dump', async () => {
  const { backUp, folder } = await openBackupTest();
  await backUp({ ...byHand, readNextSequence: async () => 500 });
  const { manifest } = await backUp({ ...byHand, readNextSequence: async () => 20 });
  expect(manifest.next_sequence).toBe(500);
  expect(await readKeysOf(folder)).toMatchObject({ next_sequence: 500 });
});

test('a backup that lost the lock of the keys writes no keys and no manifest', async () => {
  const { backUp, folder } = await openBackupTest();
  const lost = AbortSignal.abort(new Error('the lock is lost'));
  const lockKeys: TakeBackupOptions['lockKeys'] = (work) => work(lost);
  await expect(backUp({ lockKeys })).rejects.toThrow('the lock is lost');
  expect(await folder.inspectKeys()).toBeNull();
  expect((await folder.list()).backups).toEqual([]);
});

test('a backup has every member that its other streams name, also members of the same moment', async () => {
  const { journal, backUp } = await openBackupTest();
  const { log } = journal;
  const ends: EventLog['ends'] = async (streams) => {
    const read = await log.ends(streams);
    // An account reports for the first time.
    if (streams.includes('hub.xp')) await log.append([entry('hub.membership', 'a'), entry('hub.xp', 'a')]);
    return read;
  };
  const { manifest } = await backUp({ log: { ...log, ends } });
  const endOf = (stream: string) =>
    manifest.partitions.filter((part) => part.stream === stream).reduce((sum, { end }) => sum + end, 0);
  expect([endOf('hub.membership'), endOf('hub.xp')]).toEqual([1, 0]);
});

test('the data key of a subject that is erased during the backup is not in keys.zst', async () => {
  const { journal, backUp, folder } = await openBackupTest();
  await journal.append([gameEvent('accountA0001'), gameEvent('accountB0001')]);
  let asked = 0;
  const readWithdrawn = async () => {
    asked += 1;
    return { ...nothingWithdrawn, erased: asked > 1 ? ['accountA0001'] : [] };
  };
  await backUp({ readWithdrawn });
  const keys = await readKeysOf(folder);
  expect(keys?.erased).toEqual(['accountA0001']);
  const subjects = keys?.records.map(({ key }) => key.split('/')[0]);
  expect(subjects).toContain('accountB0001');
  expect(subjects).not.toContain('accountA0001');
});

test('the erasures of a manifest stay when keys.zst is lost, and reach the next keys.zst', async () => {
  const { journal, backUp, folder, path, erased } = await openBackupTest();
  await journal.log.append(entriesOf('hub.xp', 'a', 1));
  erased.add('accountA0001');
  await backUp(byHand);
  erased.clear();
  await writeFile(join(path, 'keys.zst'), '');
  const { manifest } = await backUp(byHand);
  expect(manifest.erased).toEqual(['accountA0001']);
  expect(await readKeysOf(folder)).toMatchObject({ erased: ['accountA0001'] });
});
