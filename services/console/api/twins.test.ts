import { expect, test } from 'vitest';
import { onceAFile } from '../../../test/support/at-end.ts';
import { reportTwins } from '../../../test/support/hub/twin-accounts.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createSignedInAdmin, createSignedInMember } from '../testing/signed-in-member.ts';

const site = onceAFile(() => openTestConsole());

const accountIds = () => [...site().hub.core.directory.current().accounts.keys()];

test('a member sees and erases their twin, and no other account', async () => {
  const quill = await createSignedInMember(site(), 'Quill');
  const bram = await createSignedInMember(site(), 'Bram');
  const { originalId, twinId, name } = await reportTwins(site().hub, quill.id);

  expect(await quill.get('me/twins')).toEqual({
    twins: [
      {
        id: twinId,
        name,
        owner: 'Quill',
        first_seen: expect.any(String),
        last_reported_at: expect.any(String),
        still_reported: false,
        twin_of: { id: originalId, owner: 'Quill' },
        lost: expect.objectContaining({ sessions: 1, trail_points: 1, events: 0 }),
      },
    ],
  });
  expect(await bram.get('me/twins')).toEqual({ twins: [] });

  const refused = async (who: typeof quill, id: string) => {
    const { status, body } = await who.give(`me/twins/${id}/erase`);
    return [status, body.error.code];
  };
  expect(await refused(bram, twinId)).toEqual([404, 'not_found']);
  expect(await refused(bram, 'unknown')).toEqual([404, 'not_found']);
  expect(await refused(quill, originalId)).toEqual([409, 'no_twin']);
  expect((await bram.give(`admin/twins/${twinId}/erase`)).status).toBe(403);
  expect(accountIds()).toEqual(expect.arrayContaining([originalId, twinId]));

  const { status, body } = await quill.give(`me/twins/${twinId}/erase`);
  expect([status, body]).toEqual([200, { id: twinId, erased: true, backups: 'none' }]);
  expect(await quill.get('me/twins')).toEqual({ twins: [] });
  expect(accountIds()).toContain(originalId);
  expect(accountIds()).not.toContain(twinId);
});

test('an admin sees and erases the twins of all members, and no account with a hash', async () => {
  const ada = await createSignedInAdmin(site(), 'Ada');
  const tess = await createSignedInMember(site(), 'Tess');
  const { originalId, twinId } = await reportTwins(site().hub, tess.id, {
    name: 'Grey Rail',
    accountHash: 'd',
  });
  expect(await ada.get('admin/twins')).toMatchObject({
    twins: [{ id: twinId, owner: 'Tess', twin_of: { id: originalId } }],
  });
  const { status, body } = await ada.give(`admin/twins/${originalId}/erase`);
  expect([status, body.error.code]).toEqual([409, 'no_twin']);
  expect((await ada.give(`admin/twins/${twinId}/erase`)).status).toBe(200);
  expect(await ada.get('admin/twins')).toEqual({ twins: [] });
  expect(accountIds()).toContain(originalId);
});
