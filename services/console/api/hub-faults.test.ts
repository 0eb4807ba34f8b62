import { expect, test } from 'vitest';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createSignedInAdmin } from '../testing/signed-in-member.ts';

test('admins read what is wrong with the server of a running hub, also when nothing can be written', async () => {
  const site = await openTestConsole();
  const { hub } = site;
  const { cookie } = await createSignedInAdmin(site, 'Ada');
  expect((await site.get('admin/faults', { cookie })).body).toEqual({ faults: [] });
  const url = hub.environment.DATABASE_URL ?? '';
  const name = new URL(url).pathname.slice(1);
  await hub.database.run({ text: `alter database "${name}" set default_transaction_read_only = on` });
  // Sessions from before keep their setting.
  await hub.database.run({
    text: `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and application_name = 'hub operating'`,
  });
  const faults = async () => (await site.get('admin/faults', { cookie })).body.faults;
  const fix = `begin read write; alter database "${name}" reset default_transaction_read_only; commit`;
  await expect.poll(faults).toEqual([
    {
      what: 'the database is read-only: default_transaction_read_only is on (set by database)',
      why: 'no report is stored, and no process starts',
      fix,
    },
  ]);
  await hub.database.run({ text: fix });
  expect((await site.get('admin/faults')).status).toBe(401);
});
