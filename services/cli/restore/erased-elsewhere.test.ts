import { expect, test } from 'vitest';
import { openBackedUpHub } from '../../../test/support/hub/backed-up-hub.ts';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { patient } from '../../../test/support/runner/patience.ts';
import { examined, wrong } from '../doctor/testing/stopped-hub.ts';

test('a hub that continues from before an erasure takes no backup until it repeats the erasure', {
  timeout: patient(360_000),
}, async () => {
  const { hub, settings: kept, elsewhere, accounts } = await openBackedUpHub();
  const [{ id }] = accounts.data;
  const bram = await hub.addMember('Bram');
  await hub.pair(bram);
  const { file } = await runJson(kept, ['backup', 'now']);
  await hub.close();

  // The same happens after a return to the previous release, when a later update uses the kept data
  // again.
  const { settings: meanwhile } = await elsewhere();
  await runJson(meanwhile, ['backup', 'restore', file]);
  const [{ prefix }] = (await runJson(meanwhile, ['key', 'list'])).keys;
  const devices = async () => (await runJson(meanwhile, ['device', 'list'])).devices;
  const device = (await devices()).find(({ member }: { member: string }) => member === 'Merrin');
  await runJson(meanwhile, ['key', 'revoke', prefix]);
  await runJson(meanwhile, ['device', 'revoke', device.id]);
  await runJson(meanwhile, ['account', 'erase', id]);
  await runJson(meanwhile, ['member', 'erase', 'Bram']);
  await runJson(meanwhile, ['backup', 'now']);

  const refused = await runInProcess(kept, ['backup', 'now', '--json']);
  expect(JSON.parse(refused.stderr)).toEqual({
    error: {
      code: 'erased_is_back',
      message: expect.stringMatching(
        /^this hub has accounts or members that keys\.zst in .*backups lists as erased: /,
      ),
    },
  });
  const found = await examined(kept);
  // The hub has two members and no PUBLIC_URL.
  expect(wrong(found)).toEqual(['backup', 'address']);
  expect(found.checks.find(({ name }) => name === 'backup')?.fix?.split('; ')).toEqual([
    `hub account erase ${id}`,
    'hub member erase NAME',
    `hub member list --json shows the NAME of ${bram}`,
    `hub key revoke ${prefix}`,
    `hub device revoke ${device.id}`,
  ]);

  await runJson(kept, ['account', 'erase', id]);
  await runJson(kept, ['member', 'erase', 'Bram']);
  await runJson(kept, ['key', 'revoke', prefix]);
  await runJson(kept, ['device', 'revoke', device.id]);
  const { file: next } = await runJson(kept, ['backup', 'now']);
  expect(wrong(await examined(kept))).toEqual([]);
  expect(await runJson(kept, ['backup', 'verify', next])).toMatchObject({ ok: true });
});
