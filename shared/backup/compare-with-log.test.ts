import { expect, test } from 'vitest';
import { entriesOf } from '../../test/support/log/log-entries.ts';
import { compareWithLog } from './compare-with-log.ts';
import { openBackupTest } from './testing/open-backup-test.ts';

test('a backup is that of its log, also once records were compacted away or emptied, until one has another value', async () => {
  const { journal, database, folder, backUp } = await openBackupTest();
  await journal.log.append([...entriesOf('hub.feed', 'a', 3), ...entriesOf('hub.state', 'a', 3)]);
  const { manifest } = await backUp();
  const { log } = journal;
  const { signal } = new AbortController();
  const compare = (known: ReadonlySet<string> = new Set()) =>
    compareWithLog({ folder, log, manifest, known, signal });
  await compare();
  await database.run({ text: 'delete from log.hub_state where "offset" < 2' });
  await database.run({ text: 'update log.hub_feed set value = null where "offset" = 0' });
  await compare();
  await database.run({ text: `update log.hub_feed set value = 'other' where "offset" = 1` });
  await expect(compare()).rejects.toMatchObject({ code: 'segment_differs' });
  await compare(new Set(manifest.partitions.flatMap(({ segments }) => segments.map(({ file }) => file))));
});
