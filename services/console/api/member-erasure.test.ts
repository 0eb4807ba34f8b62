import { expect, test } from 'vitest';
import { onceAFile } from '../../../test/support/at-end.ts';
import { dropReport } from '../../../test/support/hub/sample-report.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createSignedInAdmin, createSignedInMember } from '../testing/signed-in-member.ts';

const site = onceAFile(() => openTestConsole());

const account = (id: string) => site().hub.core.directory.current().accounts.get(id);

async function openOwner(name: string) {
  const { hub } = site();
  const member = await createSignedInMember(site(), name);
  const report = dropReport({ marker: crypto.randomUUID(), name: `${name} Rail` });
  expect((await hub.report(await hub.pair(member.id), report)).status).toBe(200);
  await hub.projected();
  const owned = [...hub.core.directory.current().accounts.values()].find(
    ({ ownerId }) => ownerId === member.id,
  );
  return { ...member, name, account: { id: owned?.id ?? '', name: `${name} Rail` } };
}

test('an admin sees the accounts of a member, and has to decide what happens to them', async () => {
  const ada = await createSignedInAdmin(site(), 'Ada');
  const [quill, bram] = [await openOwner('Quill'), await openOwner('Bram')];
  const preview = `admin/members/${quill.id}/erasure`;
  expect(await ada.get(preview)).toEqual({ without_owner: [quill.account], passed_on: [] });
  expect((await site().get(preview, { cookie: bram.cookie })).status).toBe(403);

  const erase = (member: typeof quill, fields: object) =>
    ada.give(`admin/members/${member.id}/erase`, { name: member.name, ...fields });
  const undecided = await erase(quill, {});
  expect([undecided.status, undecided.body.error.code]).toEqual([409, 'accounts_undecided']);
  expect((await erase(quill, { accounts: 'drop' })).status).toBe(400);
  expect(account(quill.account.id)?.ownerId).toBe(quill.id);

  const kept = await erase(quill, { accounts: 'keep' });
  expect([kept.status, kept.body.accounts]).toEqual([
    200,
    { erased: [], kept: [quill.account], passed_on: [] },
  ]);
  expect(account(quill.account.id)?.ownerId).toBeNull();
  const erased = await erase(bram, { accounts: 'erase' });
  expect([erased.status, erased.body.accounts.erased]).toEqual([200, [bram.account]]);
  expect(account(bram.account.id)).toBeUndefined();
});

test('a member decides about their own accounts', async () => {
  const sela = await openOwner('Sela');
  expect(await sela.get('me/erasure')).toEqual({ without_owner: [sela.account], passed_on: [] });
  const undecided = await sela.give('me/erase', { name: 'Sela' });
  expect([undecided.status, undecided.body.error.code]).toEqual([409, 'accounts_undecided']);
  expect((await sela.give('me/erase', { name: 'Sela', accounts: 'erase' })).status).toBe(200);
  expect(account(sela.account.id)).toBeUndefined();
});
