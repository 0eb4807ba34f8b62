import { expect, test } from 'vitest';
import { pollUntil } from '../../../shared/async/waiting.ts';
import { backupFolderOf, readKeysOf } from '../../../shared/backup/testing/open-backup-test.ts';
import { readNewestOfSubject } from '../../../shared/log/reading/read-events-of-subject.ts';
import { openBackedUpHub } from '../../../test/support/hub/backed-up-hub.ts';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub, type TestHub } from '../../../test/support/hub/hub.ts';
import { patient } from '../../../test/support/runner/patience.ts';

async function bankIn({ core }: TestHub, account: string): Promise<unknown> {
  const events = await readNewestOfSubject(core.journal, 'hub.holdings', account);
  return events.get(`${account}/bank`)?.data;
}

test('a restore brings holdings back, and shares no bank that became private after the backup', {
  timeout: patient(360_000),
}, async () => {
  const { hub, settings, elsewhere, accounts, token } = await openBackedUpHub({ BACKUP_ENABLED: 'true' });
  const [{ id, name }] = accounts.data;
  const run = (...args: string[]) => runJson(settings, args);
  const report = async (quantity: number, player: string) => {
    const { status } = await fetch(`${hub.url}/api/group/hub/update-group-member`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ name: player, bank: [995, quantity] }),
    });
    expect(status).toBe(200);
  };
  await report(7, name);
  await report(8, 'Tern Hollow');
  const all = await pollUntil(
    async () => {
      const { accounts: listed } = await run('account', 'list');
      return listed.length === 2 ? listed : null;
    },
    { withinMs: patient(20_000), everyMs: 100 },
  );
  const other = all?.find((account: { id: string }) => account.id !== id).id;
  for (const account of [id, other]) await run('share', account, 'bank', 'guild');
  const { file } = await run('backup', 'now');
  await run('share', id, 'bank', 'private');
  await pollUntil(
    async () => {
      const copy = await readKeysOf(backupFolderOf(settings));
      return copy?.shared_banks?.length === 1 ? copy : null;
    },
    { withinMs: patient(20_000), everyMs: 50 },
  );
  await hub.close();

  const { settings: place } = await elsewhere();
  await runJson(place, ['backup', 'restore', file]);
  const after = await startTestHub({ settings: place });
  expect(await bankIn(after, id)).toMatchObject({ items: [{ id: 995, quantity: 7 }] });
  expect(await bankIn(after, other)).toMatchObject({ items: [{ id: 995, quantity: 8 }] });
  const restored = (await runJson(place, ['account', 'list'])).accounts;
  const audienceOf = (account: string) =>
    restored.find((each: { id: string }) => each.id === account).sharing.bank.audience;
  expect([audienceOf(id), audienceOf(other)]).toEqual(['private', 'guild']);
});
