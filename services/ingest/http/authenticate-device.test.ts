import { expect, test } from 'vitest';
import {
  type DirectoryKeeper,
  DirectoryUnavailable,
} from '../../../projections/access/directory/directory.ts';
import { pause } from '../../../shared/async/waiting.ts';
import { openTestIngest } from '../testing/open-test-ingest.ts';
import { createDeviceAuthentication } from './authenticate-device.ts';
import { DeadlineExceeded, startDeadline } from './deadline.ts';

/** How long the directory takes to show what was asked for. */
const takesMs = 100;

test('who has time left is answered, though another request that waits for the same look has none', async () => {
  const ingest = await openTestIngest();
  const behind = ingest.directory.currentOrStale();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const firstLook = Promise.withResolvers<void>();
  let looks = 0;
  const atLeast: DirectoryKeeper['atLeast'] = async (epoch, deadlineMs) => {
    looks += 1;
    if (looks === 1) await firstLook.promise;
    await pause(Math.min(takesMs, deadlineMs));
    if (deadlineMs < takesMs) throw new DirectoryUnavailable('out of time');
    return ingest.directory.atLeast(epoch, deadlineMs);
  };
  const directory = { ...ingest.directory, currentOrStale: () => behind, atLeast };
  const authenticate = createDeviceAuthentication({ journal: ingest.journal, directory });

  const first = authenticate(token, startDeadline());
  await expect.poll(() => looks).toBe(1);
  const sharing = Promise.allSettled([
    authenticate(token, startDeadline(takesMs / 2)),
    authenticate(token, startDeadline()),
  ]);
  firstLook.resolve();
  const device = await first;
  expect(device).not.toBeNull();
  expect(await sharing).toEqual([
    { status: 'rejected', reason: expect.any(DeadlineExceeded) },
    { status: 'fulfilled', value: device },
  ]);
  expect(looks).toBe(2);
});
