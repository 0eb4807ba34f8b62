import { expect, test } from 'vitest';
import { onceAFile } from '../../../test/support/at-end.ts';
import { sampleReport } from '../../../test/support/hub/sample-report.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createSignedInAdmin, createSignedInMember } from '../testing/signed-in-member.ts';

const site = onceAFile(() => openTestConsole());

interface Listed {
  readonly id: string;
  readonly warning: string | null;
  readonly version: string | null;
  readonly last_refusal: string | null;
  readonly messages: readonly { readonly kind: string; readonly count: number }[];
}

test('a device shows its version, its messages by kind, its refusals, and a warning', async () => {
  const quill = await createSignedInMember(site(), 'Quill');
  const bram = await createSignedInMember(site(), 'Bram');
  const ada = await createSignedInAdmin(site(), 'Ada');
  const { body: made } = await quill.give('me/device-tokens', { plugin: 'gim' });
  const own = async (): Promise<Listed> => (await quill.get('me')).devices[0];
  expect(await own()).toMatchObject({
    last_heard_at: null,
    last_used_at: null,
    version: null,
    last_refused_at: null,
    last_refusal: null,
    warning: null,
    after_revoking: expect.stringContaining('Group Token'),
  });
  const kindsOf = ({ messages }: Listed) => messages.filter(({ count }) => count > 0).map(({ kind }) => kind);
  expect(kindsOf(await own())).toEqual([]);

  const post = (body: string) =>
    fetch(`${site().hub.url}/api/group/hub/update-group-member`, {
      method: 'POST',
      headers: { authorization: made.token, 'user-agent': 'GroupIronmenTracker/1.7.0 RuneLite/1.11.9' },
      body,
    });
  expect((await post('{}')).status).toBe(200);
  await expect.poll(async () => (await own()).warning).toContain('could not use any message');
  expect(await quill.get(`me/device-tokens/${made.id}`)).toMatchObject({
    state: 'paired',
    device: { warning: expect.stringContaining('could not use any message') },
  });
  expect((await post('{')).status).toBe(400);
  await expect.poll(async () => (await own()).last_refusal).toContain('a message was damaged');

  const { name: _, ...parts } = await sampleReport('gim-update-full');
  expect((await post(JSON.stringify({ name: 'Tern Hollow', ...parts }))).status).toBe(200);
  await expect.poll(async () => (await own()).warning).toBeNull();
  const kinds = ['stats', 'coordinates', 'skills', 'equipment', 'inventory'];
  await expect.poll(async () => kindsOf(await own())).toEqual(expect.arrayContaining(kinds));
  const known = await own();
  expect(known).toMatchObject({ version: '1.7.0', last_heard_at: expect.any(String) });
  for (const name of ['Grp one', 'Grp two', 'Grp three']) {
    expect((await post(JSON.stringify({ name, ...parts }))).status).toBe(200);
  }
  await expect.poll(async () => (await own()).warning).toContain('reports 4 accounts');
  const shared = await own();
  expect((await bram.get('me')).devices).toEqual([]);
  expect((await ada.get('admin/devices')).devices).toEqual([shared]);
  expect((await site().get('admin/devices', { cookie: quill.cookie })).status).toBe(403);

  const { body: revoked } = await quill.give(`me/devices/${made.id}/revoke`);
  expect(revoked.after_revoking).toContain('Group Token');
  expect((await own()).warning).toBeNull();
  expect((await post('{}')).status).toBe(401);
  await expect.poll(async () => (await own()).warning).toContain('It was revoked and still sends.');

  const erased = await ada.give(`admin/members/${quill.id}/erase`, { name: 'Quill', accounts: 'erase' });
  expect(erased.status).toBe(200);
  for (const table of ['hub.plugin_seen', 'hub.device_message', 'hub.device_account']) {
    expect(await site().hub.database.many({ text: `select from ${table}` }), table).toEqual([]);
  }
});

test('admins see which skills of a plugin this release does not know', async () => {
  const tess = await createSignedInMember(site(), 'Tess');
  const ada = await createSignedInAdmin(site(), 'Ida');
  const { body: made } = await tess.give('me/device-tokens', { plugin: 'gim' });
  const { skills } = (await sampleReport('gim-update-full')) as unknown as { readonly skills: number[] };
  const answer = await fetch(`${site().hub.url}/api/group/hub/update-group-member`, {
    method: 'POST',
    headers: { authorization: made.token },
    body: JSON.stringify({ name: 'Tern Hollow', skills: [...skills, 5] }),
  });
  expect(answer.status).toBe(200);
  await expect
    .poll(async () => (await ada.get('admin/ingest')).unknown_skills)
    .toEqual([
      {
        plugin: 'gim',
        plugin_title: 'Group Ironmen Tracker',
        place: 25,
        last_reported_at: expect.any(String),
      },
    ]);
});
