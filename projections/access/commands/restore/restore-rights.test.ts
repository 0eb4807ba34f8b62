import { expect, test } from 'vitest';
import { directoryAfter, directoryOf } from '../../testing/directory-of.ts';
import { bram, given, quill, recordedAt, start, tess } from '../../testing/membership.ts';
import { restoreRevocations } from './restore-rights.ts';

const events = [
  given.member(quill, 'Quill'),
  given.member(bram, 'Bram'),
  given.admin(quill),
  given.admin(bram),
] as const;

const nothing = {
  ...{ erased: [], revoked_keys: [], revoked_devices: [], left_members: [] },
  ...{ sharing: [], shared_banks: [], api_keys: [], accounts: [], chat_ids: [] },
};

function adminsAfterRestore(withdrawn: { readonly admins: string[]; readonly left_members: string[] }) {
  const directory = directoryOf(...events);
  const restored = restoreRevocations(directory, { ...nothing, ...withdrawn });
  const records = [...events, ...restored].map((event, offset) => recordedAt(event, offset, start + offset));
  return [...directoryAfter(records).admins].sort();
}

test('a restore does not make a member an admin again after the mark was removed', () => {
  expect(adminsAfterRestore({ admins: [bram], left_members: [] })).toEqual([bram]);
  expect(adminsAfterRestore({ admins: [tess], left_members: [] })).toEqual([]);
  expect(adminsAfterRestore({ admins: [], left_members: [quill, bram] })).toEqual([]);
});
