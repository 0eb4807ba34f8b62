import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pollUntil } from '../../../shared/async/waiting.ts';
import { backupFolderOf, readKeysOf } from '../../../shared/backup/testing/open-backup-test.ts';
import { openBackedUpHub } from '../../../test/support/hub/backed-up-hub.ts';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { dropReport } from '../../../test/support/hub/sample-report.ts';
import { patient } from '../../../test/support/runner/patience.ts';

test('rights that were reduced but not revoked after the backup stay reduced', {
  timeout: patient(360_000),
}, async () => {
  const backedUp = await openBackedUpHub({ BACKUP_ENABLED: 'true' });
  const { hub, settings, elsewhere, accounts, token, key: map } = backedUp;
  const [{ id: given }] = accounts.data;
  const run = (...args: string[]) => runJson(settings, args);
  await hub.report(token, dropReport({ marker: randomUUID(), name: 'Fen' }));
  const both = await hub.getUntil('/accounts', {
    key: map,
    withinMs: 15_000,
    seen: ({ body }) => body.data?.length === 2,
  });
  const lost = both.body.data.find(({ id }: { id: string }) => id !== given).id;
  const [{ prefix: narrowed }] = (await run('key', 'list')).keys;
  const { prefix: widened } = await run(
    ...['key', 'create', '--service', '--name', 'bot', '--categories', 'stats,events'],
    ...['--accounts', given, '--expires-days', '10'],
  );
  const [merrin, bram] = (await run('member', 'list')).members.concat(
    await run('member', 'add', 'Bram', '--chat-id', 'of Bram'),
  );
  await run('member', 'set', 'Merrin', '--chat-id', 'stolen');
  for (const account of [given, lost]) await run('share', account, 'stats', 'private');
  const readers = {
    merrin: await hub.makeKey({ member: merrin.id, categories: ['stats'] }),
    bram: await hub.makeKey({ member: bram.id, categories: ['stats'] }),
  };
  const { file } = await run('backup', 'now');
  const before = (await run('key', 'list')).keys;

  await run('key', 'set', narrowed, '--categories', 'events,activity', '--accounts', given);
  const { expires_at: earlier } = await run('key', 'set', narrowed, '--expires-days', '30');
  await run('key', 'set', widened, '--categories', 'events,activity', '--all-accounts', '--no-expires-days');
  await run('account', 'transfer', given, 'Bram');
  await run('account', 'block', given, 'Merrin');
  const osric = await run('member', 'add', 'Osric');
  await run('account', 'transfer', lost, 'Osric');
  await run('member', 'set', 'Merrin', '--no-chat-id');
  await run('member', 'set', 'Osric', '--chat-id', 'stolen');
  const kept = await pollUntil(
    async () => {
      const copy = await readKeysOf(backupFolderOf(settings));
      return copy?.chat_ids.some(({ member, hash }) => member === osric.id && hash !== null) ? copy : null;
    },
    { withinMs: patient(20_000), everyMs: 50 },
  );
  expect(kept?.accounts).toHaveLength(2);
  expect(JSON.stringify(kept), 'chat ids are in the file').not.toMatch(/of Bram|stolen/);
  await hub.close();

  const { settings: place } = await elsewhere();
  await runJson(place, ['backup', 'restore', file]);
  const keys = new Map(
    (await runJson(place, ['key', 'list'])).keys.map((key: { prefix: string }) => [key.prefix, key]),
  );
  expect(keys.get(narrowed)).toMatchObject({
    categories: ['events', 'activity'],
    accounts: [given],
    expires_at: earlier,
  });
  const { expires_at: ofBackup } = before.find(({ prefix }: { prefix: string }) => prefix === widened);
  expect(keys.get(widened)).toMatchObject({
    categories: ['events'],
    accounts: [given],
    expires_at: ofBackup,
  });
  const restored = (await runJson(place, ['account', 'list'])).accounts;
  const ofAccount = (id: string) => restored.find((account: { id: string }) => account.id === id);
  expect(ofAccount(given)).toMatchObject({ owner: 'Bram', contributors: [], blocked: ['Merrin'] });
  // Osric is not in the backup.
  expect(ofAccount(lost)).toMatchObject({ owner: null, contributors: ['Merrin'], blocked: [] });
  const { members } = await runJson(place, ['member', 'list']);
  expect(
    Object.fromEntries(members.map(({ name, chat_id }: Record<string, string>) => [name, chat_id])),
  ).toEqual({ Merrin: null, Bram: 'of Bram' });

  const after = await startTestHub({ settings: place });
  const reads = async (key: string) =>
    (await Promise.all([given, lost].map((id) => after.get(`/accounts/${id}`, { key })))).map(
      ({ status }) => status,
    );
  expect(await reads(readers.merrin)).toEqual([404, 404]);
  expect(await reads(readers.bram)).toEqual([200, 404]);
  await runJson(place, ['account', 'transfer', lost, 'Bram']);
  expect(await reads(readers.bram)).toEqual([200, 200]);
});
