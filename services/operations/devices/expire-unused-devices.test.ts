import { expect, test } from 'vitest';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { dayMs, hourMs } from '../../../shared/domain/durations.ts';
import { openTestIngest } from '../../ingest/testing/open-test-ingest.ts';
import { createTokenDevice } from './create-token-device.ts';
import { createUnusedDeviceExpiry } from './expire-unused-devices.ts';
import { pairingPluginsOf } from './pairing-plugins.ts';

test('created settings that no plugin used for 30 days are revoked once, and other devices stay', async () => {
  const ingest = await openTestIngest();
  let now = Date.now();
  const hub = {
    ...ingest,
    directory: { ...ingest.directory, latestClock: () => now },
  };
  const memberId = await ingest.addMember('Quill');
  const [plugin] = pairingPluginsOf().pasted.filter(({ option }) => option === 'gim');
  if (plugin === undefined) throw new Error('no plugin to paste settings into');
  const make = () =>
    createTokenDevice(ingest, {
      memberId,
      plugin,
      origin: 'http://hub',
      actor: 'cli',
    });
  const [unused, used] = [await make(), await make()];
  // A code is typed into the plugin, so the plugin was there.
  await ingest.pair(memberId);
  const sent = await ingest.openIngest().inject({
    method: 'POST',
    url: '/api/group/hub/update-group-member',
    headers: { authorization: used.token },
    payload: { name: 'Tern Hollow', coordinates: [3_200, 3_200, 0] },
  });
  expect(sent.statusCode).toBe(200);
  await expect.poll(async () => (await deviceOf(used.id))?.lastSeenAt).not.toBeNull();
  const expire = createUnusedDeviceExpiry(hub);
  const revoked = async () =>
    [...(await readCurrent(hub)).devicesByTokenHash.values()].filter((device) => device.revoked);

  now += 30 * dayMs - hourMs;
  await expire();
  expect(await revoked()).toEqual([]);
  now += 2 * hourMs;
  await expire();
  expect((await revoked()).map(({ id }) => id)).toEqual([unused.id]);
  const written = (await ingest.read('hub.membership')).length;
  now += 2 * hourMs;
  await expire();
  expect((await ingest.read('hub.membership')).length).toBe(written);

  async function deviceOf(id: string) {
    const directory = await readCurrent(hub);
    return [...directory.devicesByTokenHash.values()].find((device) => device.id === id);
  }
});
