import { expect, test } from 'vitest';
import { given } from '../../../projections/access/testing/membership.ts';
import { sampleReport } from '../../../test/support/hub/sample-report.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createSignedInAdmin, createSignedInMember } from '../testing/signed-in-member.ts';

test('only the owner and admins see the earlier names of an account', async () => {
  const site = await openTestConsole();
  const { hub } = site;
  const quill = await createSignedInMember(site, 'Quill');
  const bram = await createSignedInMember(site, 'Bram');
  const ada = await createSignedInAdmin(site, 'Ada');
  const report = (await sampleReport('ha-snapshot')) as { readonly player: { readonly name: string } };
  const send = async (memberId: string, name: string) => {
    const sent = { ...report, player: { ...report.player, name }, timestamp: Date.now() };
    expect((await hub.report(await hub.pair(memberId), sent)).status).toBe(200);
    await hub.projected();
  };
  await send(quill.id, 'Brown Rail');
  await send(quill.id, 'Black Rail');
  // A contributor is no owner.
  await send(bram.id, 'Black Rail');
  const [id = ''] = hub.core.directory.current().accounts.keys();

  const seen = {
    account: id,
    names: [
      { name: 'Black Rail', from: expect.any(String), to: null },
      { name: 'Brown Rail', from: expect.any(String), to: expect.any(String) },
    ],
  };
  expect(await quill.get(`accounts/${id}/names`)).toEqual(seen);
  // A report of the past: the account is older than the record of its name.
  const old = Date.now() - 29 * 86_400_000;
  await hub.append([
    given.identity('pastAccount1', quill.id, { seen_at: old }),
    given.description('pastAccount1', 'Grey Rail'),
  ]);
  await hub.projected();
  expect((await quill.get('accounts/pastAccount1/names')).names).toEqual([
    { name: 'Grey Rail', from: new Date(old).toISOString(), to: null },
  ]);
  expect(await ada.get(`accounts/${id}/names`)).toEqual(seen);
  for (const who of [bram, quill, ada]) {
    const path = who === bram ? id : 'unknown';
    const { status, body } = await site.get(`accounts/${path}/names`, { cookie: who.cookie });
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  }
});
