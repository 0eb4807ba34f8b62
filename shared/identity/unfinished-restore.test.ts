import { expect, test } from 'vitest';
import { temporaryFolder } from '../backup/testing/open-backup-test.ts';
import { markRestore, readRestoreMark, requireNoRestoreAt, unmarkRestore } from './unfinished-restore.ts';

test('a restore marks only the place that it fills, and no other place with the same data directory', async () => {
  const dataDir = await temporaryFolder();
  const embedded = { dataDir, databaseUrl: undefined };
  const at = (databaseUrl: string) => ({ dataDir, databaseUrl });
  const own = at('postgres://hub:a-password@db.example/guild');
  await markRestore(own, 'a.json');
  const same = [
    own,
    at('postgresql://hub_ingest:another@DB.example:5432/guild?sslmode=disable'),
    at('postgres://hub_query@/guild?host=db.example'),
  ];
  const others = [
    embedded,
    at('postgres://hub:a-password@db.example/rehearsal'),
    at('postgres://hub:a-password@db.example:5433/guild'),
    at('postgres://hub:a-password@other.example/guild'),
  ];
  for (const place of same) {
    await expect(requireNoRestoreAt(place)).rejects.toMatchObject({ code: 'restore_interrupted' });
  }
  for (const place of others) await requireNoRestoreAt(place);

  await markRestore(embedded, 'b.json');
  expect(await Promise.all([embedded, own].map(readRestoreMark))).toEqual(['b.json', 'a.json']);
  await unmarkRestore(own);
  expect(await Promise.all([embedded, own].map(readRestoreMark))).toEqual(['b.json', null]);
});
