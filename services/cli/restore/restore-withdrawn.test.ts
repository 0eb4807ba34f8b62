import { expect, test } from 'vitest';
import { pollUntil } from '../../../shared/async/waiting.ts';
import { backupFolderOf, readKeysOf } from '../../../shared/backup/testing/open-backup-test.ts';
import { deadline, inTime } from '../../../test/support/deadline.ts';
import { openBackedUpHub } from '../../../test/support/hub/backed-up-hub.ts';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { sampleReport } from '../../../test/support/hub/sample-report.ts';
import { patient } from '../../../test/support/runner/patience.ts';

test('data erased after the backup does not come back, and later reports start from nothing', async () => {
  const { hub, key, token, settings, elsewhere, accounts } = await openBackedUpHub();
  const [{ id }] = accounts.data;
  const { file } = await runJson(settings, ['backup', 'now']);
  await runJson(settings, ['account', 'erase', id]);
  await runJson(settings, ['backup', 'now']);
  await hub.close();

  const { settings: place, database } = await elsewhere();
  await runJson(place, ['backup', 'restore', file]);
  const left = await database.many({
    text: `select stream, "offset" from log.record where split_part(key, '/', 1) = $1 and value is not null`,
    values: [id],
  });
  expect(left).toEqual([]);
  const after = await startTestHub({ settings: place });
  expect((await after.get('/accounts', { key })).body.data).toEqual([]);
  expect((await after.report(token, await sampleReport('ha-snapshot'))).status).toBe(200);
  const again = await after.getUntil('/accounts', {
    key,
    withinMs: 15_000,
    seen: ({ body }) => body.data?.length === 1,
  });
  expect(again.body.data[0].id).not.toBe(id);
});

test('a restore keeps revoked keys, former members and reduced sharing, and changes reach keys.zst within 5 s', {
  tags: ['deadline'],
}, async () => {
  const { hub, settings, elsewhere, accounts } = await openBackedUpHub({ BACKUP_ENABLED: 'true' });
  const [{ id: account }] = accounts.data;
  const other = await hub.addMember('Bram');
  const third = await hub.addMember('Osric');
  await hub.pair(third);
  const { file } = await runJson(settings, ['backup', 'now']);
  const keys = () => readKeysOf(backupFolderOf(settings));
  expect(await keys()).toMatchObject({ revoked_keys: [], left_members: [], sharing: [] });

  const [{ prefix }] = (await runJson(settings, ['key', 'list'])).keys;
  await runJson(settings, ['key', 'revoke', prefix]);
  const { devices } = await runJson(settings, ['device', 'list']);
  const [device] = devices.filter(({ member }: { member: string }) => member === 'Osric');
  await runJson(settings, ['device', 'revoke', device.id]);
  await runJson(settings, ['share', account, 'stats', 'selected', '--with', 'Bram,Osric']);
  await runJson(settings, ['share', account, 'events', 'private']);
  await runJson(settings, ['member', 'leave', 'Bram']);
  const leftAt = performance.now();
  const kept = await pollUntil(
    async () => {
      const copy = await keys();
      return copy?.left_members.includes(other) ? copy : null;
    },
    { withinMs: patient(60_000), everyMs: 50 },
  );
  expect(performance.now() - leftAt, inTime).toBeLessThan(deadline(5_000));
  expect(kept).toMatchObject({ revoked_devices: [device.id], left_members: [other] });
  expect(kept?.sharing.map(({ category, audience }) => [category, audience])).toEqual([
    ['stats', 'selected'],
    ['events', 'private'],
  ]);
  await runJson(settings, ['member', 'erase', 'Bram']);
  expect((await keys())?.erased).toEqual([other]);
  await hub.close();

  const { settings: place } = await elsewhere();
  await runJson(place, ['backup', 'restore', file]);
  const statusOf = async (list: string) =>
    (await runJson(place, [list, 'list']))[`${list}s`].map((row: { status: string }) => row.status);
  expect(await statusOf('key')).toEqual(['revoked']);
  expect((await statusOf('device')).toSorted()).toEqual(['active', 'revoked']);
  const { members } = await runJson(place, ['member', 'list']);
  expect(members.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Merrin', 'Osric']);
  const [{ sharing }] = (await runJson(place, ['account', 'list'])).accounts;
  expect(sharing).toMatchObject({
    stats: { audience: 'selected', with: ['Osric'] },
    events: { audience: 'private' },
    activity: { audience: 'guild' },
  });
});
