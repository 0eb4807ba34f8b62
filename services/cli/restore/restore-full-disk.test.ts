import { expect, test } from 'vitest';
import type { Database } from '../../../shared/postgres/database.ts';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { openLogToBackUp } from '../../../test/support/hub/log-to-back-up.ts';

/** Makes changes of a table fail as on a full disk. @returns a function that frees space */
async function fillDisk(database: Database, table: string, condition = 'true') {
  await database.run({
    text: `create function public.full_disk() returns trigger language plpgsql as $$
             begin
               if ${condition} then
                 raise exception 'could not extend file "base/5/1249": No space left on device'
                   using errcode = 'disk_full';
               end if;
               return new;
             end
           $$`,
  });
  await database.run({
    text: `create trigger full_disk before insert or update on ${table}
           for each row execute function public.full_disk()`,
  });
  return () => database.run({ text: 'drop function public.full_disk() cascade' });
}

const line =
  'the disk of the database is full (could not extend file "base/5/1249": No space left on device): free some space there, and run the same command again';

test('a restore on a full disk ends with one line at any step, and continues when there is space', async () => {
  const { settings, elsewhere } = await openLogToBackUp(300);
  const { file, records } = await runJson(settings, ['backup', 'now']);
  const { settings: place, database } = await elsewhere('hub');
  const identity = async () =>
    (await database.many<{ identity: string }>({ text: 'select identity from hub.log_identity' }))[0]
      ?.identity;

  async function expectFull(stage: string): Promise<void> {
    const { code, stdout, stderr } = await runInProcess(place, ['backup', 'restore', file, '--json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const told = stderr.split('\n').filter((each) => each !== '' && !each.startsWith('['));
    expect(told.map((each) => JSON.parse(each))).toEqual([{ error: { code: 'disk_full', message: line } }]);
    expect(await identity()).toMatch(new RegExp(`^restoring ${stage} `));
  }

  // After half of the records, then before the last partitions.
  for (const stream of ['hub.state', 'hub.membership']) {
    const makeRoom = await fillDisk(database, 'log.partition', `new.stream = '${stream}'`);
    await expectFull('records');
    await makeRoom();
  }
  const fillAgain = await fillDisk(database, 'projection.checkpoint', 'new.next_offset > 0');
  await expectFull('tables');
  await fillAgain();
  // At the append of the feed's epoch, then of the audit entry.
  for (const stream of ['hub.feed', 'hub.audit']) {
    const makeRoom = await fillDisk(database, 'log.partition', `new.stream = '${stream}'`);
    await expectFull('tables');
    await makeRoom();
  }
  // In projections that follow the log, which otherwise retry forever.
  const last = await fillDisk(database, 'projection.checkpoint', 'new.next_offset > old.next_offset');
  await expectFull('tables');
  await last();

  expect(await runJson(place, ['backup', 'restore', file])).toMatchObject({ ok: true, records });
  expect(await identity()).toBe('embedded');
  expect((await runJson(place, ['member', 'list'])).members.length).toBeGreaterThan(0);
});
