import { expect, test } from 'vitest';
import {
  type DirectoryKeeper,
  DirectoryUnavailable,
} from '../../../projections/access/directory/directory.ts';
import { pause } from '../../../shared/async/waiting.ts';
import { openTestIngest } from '../testing/open-test-ingest.ts';
import { createDeviceAuthentication } from './authenticate-device.ts';
import { DeadlineExceeded, startDeadline } from './deadline.ts';

/** Ms until the directory shows the requested version. */
const takesMs = 100;

test('answers a request with time left, though another request in the same check has no time left', async () => {
  const ingest = await openTestIngest();
  const behind = ingest.directory.currentOrStale();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const firstCheck = Promise.withResolvers<void>();
  let checks = 0;
  const atLeast: DirectoryKeeper['atLeast'] = async (version, deadlineMs) => {
    checks += 1;
    if (checks === 1) await firstCheck.promise;
    await pause(Math.min(takesMs, deadlineMs));
    if (deadlineMs < takesMs) throw new DirectoryUnavailable('out of time');
    return ingest.directory.atLeast(version, deadlineMs);
  };
  const directory = { ...ingest.directory, currentOrStale: () => behind, atLeast };
  const authenticate = createDeviceAuthentication({ journal: ingest.journal, directory });

  const first = authenticate(token, startDeadline());
  await expect.poll(() => checks).toBe(1);
  const sharing = Promise.allSettled([
    authenticate(token, startDeadline(takesMs / 2)),
    authenticate(token, startDeadline()),
  ]);
  firstCheck.resolve();
  const device = await first;
  expect(device).not.toBeNull();
  expect(await sharing).toEqual([
    { status: 'rejected', reason: expect.any(DeadlineExceeded) },
    { status: 'fulfilled', value: device },
  ]);
  expect(checks).toBe(2);
});
