import { expect, test } from 'vitest';
import { tokenHashOf } from '../../../projections/access/commands/devices/pair-device.ts';
import { removeMember } from '../../../projections/access/commands/members/remove-member.ts';
import {
  type Directory,
  type DirectoryKeeper,
  DirectoryUnavailable,
} from '../../../projections/access/directory/directory.ts';
import { directoryOf } from '../../../projections/access/testing/directory-of.ts';
import { bram, given, quill } from '../../../projections/access/testing/membership.ts';
import { pause } from '../../../shared/async/waiting.ts';
import { haFixture } from '../plugins/ha-exporter/testing/ha-reports.ts';
import { openTestIngest } from '../testing/open-test-ingest.ts';
import { createDeviceAuthentication, findAnyDevice, usableDevice } from './authenticate-device.ts';
import { DeadlineExceeded, startDeadline } from './deadline.ts';

/** Until the directory shows the requested version. */
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

const paired = [
  given.member(quill, 'Quill'),
  given.member(bram, 'Bram'),
  given.deviceToken('d1', quill, { token_hash: tokenHashOf('token-1') }),
  given.deviceToken('d2', bram, { token_hash: tokenHashOf('token-2') }),
];

test.each([
  ['whose member left', [given.leaving(quill)]],
  ['that was revoked', [given.revokeDevice('d1')]],
  ['whose member was erased', [given.eraseMember(quill)]],
])('a device %s can no longer report, and the devices of others still can', (_, events) => {
  const findUsable = (known: Directory, token: string) => usableDevice(known, tokenHashOf(token));
  expect(findUsable(directoryOf(...paired), 'token-1')).toMatchObject({ id: 'd1', memberId: quill });
  const directory = directoryOf(...paired, ...events);
  expect(findUsable(directory, 'token-1')).toBeNull();
  expect(findUsable(directory, 'token-2')).toMatchObject({ id: 'd2', memberId: bram });
});

test('finds a revoked device for the list of devices, but finds nothing for an unknown token', () => {
  const directory = directoryOf(...paired, given.revokeDevice('d1'));
  expect(findAnyDevice(directory, 'token-1')).toMatchObject({ id: 'd1', revoked: true });
  expect(findAnyDevice(directory, 'nobody')).toBeNull();
  expect(findAnyDevice(directory, '')).toBeNull();
});

test('the report of a device whose member left is refused', async () => {
  const ingest = await openTestIngest();
  const quillId = await ingest.addMember('Quill');
  const token = await ingest.pair(quillId);
  expect((await ingest.report(token, haFixture('ha-snapshot'))).statusCode).toBe(200);
  const accepted = await ingest.read('hub.raw');
  await ingest.runCommand((known) => removeMember(known, { memberId: quillId, actor: 'cli' }));
  expect((await ingest.report(token, haFixture('ha-snapshot'))).statusCode).toBe(401);
  expect(await ingest.read('hub.raw')).toEqual(accepted);
});
