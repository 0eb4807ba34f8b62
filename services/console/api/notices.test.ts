import { randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { given } from '../../../projections/access/testing/membership.ts';
import type { AuditActor } from '../../../shared/domain/actor.ts';
import { categories } from '../../../shared/domain/category.ts';
import { auditEvent } from '../../../shared/log/record-in-audit.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createSignedInAdmin, createSignedInMember } from '../testing/signed-in-member.ts';

const reportFile = new URL('../../../test/fixtures/reports/ha-snapshot.json', import.meta.url);
const site = onceAFile(() => openTestConsole());

interface Notice {
  readonly actor: string;
  readonly action: string;
  readonly subject_name: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

async function openTold(name: string) {
  const member = await createSignedInMember(site(), name);
  return { ...member, notices: async (): Promise<Notice[]> => (await member.get('me')).notices };
}

const link = (memberId: string, by: AuditActor) =>
  auditEvent({ by, action: 'sign-in-link-made', about: [memberId], subject: memberId });

test('a member gets a notice of what an admin did, also when the admin left and the member took their name', async () => {
  const { hub } = site();
  const [admin, member] = [await openTold('Warden'), await openTold('Tess')];
  await hub.append([link(member.id, `member:${admin.id}`), given.leaving(admin.id)]);
  await hub.append([given.changeMember(member.id, { name: 'Warden' })]);
  await expect.poll(member.notices).toMatchObject([{ action: 'sign-in-link-made', actor: 'member:Warden' }]);
});

test('a member’s own actions push out no notices of what others did', async () => {
  const [other, member] = [await openTold('Other'), await openTold('Busy')];
  await site().hub.append([link(member.id, `member:${other.id}`)]);
  await expect.poll(member.notices).toHaveLength(1);
  const own = Array.from({ length: 25 }, () => link(member.id, `member:${member.id}`));
  const last = auditEvent({ by: 'cli', action: 'payload-shown', about: [member.id], subject: member.id });
  await site().hub.append([...own, last]);
  await expect.poll(member.notices).toMatchObject([{ action: 'payload-shown' }, { actor: 'member:Other' }]);
});

test('a member gets a notice when somebody changes their chat id, and no notice of other changes', async () => {
  const { hub } = site();
  const [admin, member] = [await createSignedInAdmin(site(), 'Linker'), await openTold('Linked')];
  const give = async (fields: object) => {
    expect((await admin.give(`admin/members/${member.id}`, fields)).status).toBe(200);
  };
  await give({ chat_id: '112233445566778899' });
  const linked = { action: 'member-changed', actor: 'member:Linker', details: { changed: ['chat_id'] } };
  await expect.poll(member.notices).toMatchObject([linked]);
  const others = Array.from({ length: 25 }, () =>
    given.changeMember(member.id, { time_zone: 'Europe/Paris' }),
  );
  await hub.append([
    ...others,
    given.changeMember(member.id, { chat_id: null, actor: `member:${member.id}` }),
  ]);
  await give({ name: 'Linked again', chat_id: null });
  const unlinked = { ...linked, details: { changed: ['name', 'chat_id'] } };
  await expect.poll(member.notices).toMatchObject([unlinked, linked]);
});

/** An admin has taken the account of `owner`. */
async function openTaken(label: string) {
  const { hub, makeAdmin } = site();
  const [owner, admin] = [await openTold(`${label} owner`), await openTold(`${label} taker`)];
  await makeAdmin(admin.id);
  const report = JSON.parse(await readFile(reportFile, 'utf8'));
  report.player.accountHash = String(randomInt(1e9));
  expect((await hub.report(await hub.pair(owner.id), report)).status).toBe(200);
  const accounts = async () => (await site().get('me', { cookie: owner.cookie })).body.accounts;
  await expect.poll(accounts).toHaveLength(1);
  const [{ id: account, name }] = await accounts();
  const give = async (what: 'owner' | 'block', memberId: string) => {
    const answer = await admin.give(`admin/accounts/${account}/${what}`, { member_id: memberId });
    expect(answer.status).toBe(200);
  };
  const transfers = async ({ notices }: typeof owner) =>
    (await notices()).map(({ action, actor, subject_name, details }) => {
      expect([action, actor, subject_name]).toEqual(['account-transferred', `member:${label} taker`, name]);
      return details.member;
    });
  await give('owner', admin.id);
  await expect.poll(() => transfers(owner)).toEqual([admin.id]);
  return { owner, admin, account: account as string, give, transfers };
}

test('an owner gets a notice when an admin takes or returns an account, and so does a new owner', async () => {
  const { owner, admin, give, transfers } = await openTaken('First');
  const third = await openTold('Third');
  await give('owner', owner.id);
  await expect.poll(() => transfers(owner)).toEqual([owner.id, admin.id]);
  await give('owner', third.id);
  await expect.poll(() => transfers(third)).toContain(third.id);
  // Own actions give no notices.
  expect(await transfers(admin)).toEqual([]);
});

test('an owner still sees the notice of a transfer after they are blocked on the account', async () => {
  const { owner, admin, give, transfers } = await openTaken('Second');
  await give('block', owner.id);
  expect(await transfers(owner)).toEqual([admin.id]);
});

test('a member who reports an account that a restore left without an owner gets a notice', async () => {
  const owner = await openTold('Restored owner');
  await site().hub.append([given.identity('aB3xYz91kQw2', owner.id), given.transfer('aB3xYz91kQw2', null)]);
  await expect
    .poll(owner.notices)
    .toMatchObject([{ action: 'account-transferred', details: { member: null } }]);
});

test('an owner gets no notice of a refused transfer', async () => {
  const { hub } = site();
  const [owner, gone] = [await openTold('Keeper'), await hub.addMember('Gone')];
  await hub.append([given.leaving(gone), given.identity('aB3xYz91kQw1', owner.id)]);
  await hub.append([given.transfer('aB3xYz91kQw1', gone)]);
  await hub.projected();
  expect(await owner.notices()).toEqual([]);
});

/** The current owner shares the account with nobody. `device` is of the earlier owner. */
async function openKeptPrivate(label: string) {
  const { hub, post } = site();
  const taken = await openTaken(label);
  const { account, admin: owner } = taken;
  const fields = { account_ids: [account], categories, audience: 'private', request_id: randomUUID() };
  expect((await post('me/sharing', fields, { cookie: owner.cookie })).status).toBe(200);
  const [{ id: device }] = (await site().get('me', { cookie: taken.owner.cookie })).body.devices;
  const look = (action: 'payload-shown' | 'parked-record-shown', ...about: string[]) =>
    hub.append([auditEvent({ by: 'cli', action, about: [account, ...about], subject: account })]);
  return { ...taken, former: taken.owner, owner, device: device as string, look };
}

test('an owner gets notices of views of their account’s reports, and an earlier owner only for their own device', async () => {
  const { former, owner, device, look } = await openKeptPrivate('Third');
  await look('payload-shown', randomUUID());
  await look('parked-record-shown');
  // Two views of one millisecond come in any order.
  const looks = async ({ notices }: typeof owner) =>
    (await notices())
      .filter(({ action }) => action.endsWith('-shown'))
      .toSorted((one, other) => one.action.localeCompare(other.action));
  await expect
    .poll(() => looks(owner))
    .toMatchObject([
      { action: 'parked-record-shown' },
      { action: 'payload-shown', subject_name: 'Quillon Fen' },
    ]);
  expect(await looks(former)).toEqual([]);
  await look('payload-shown', device);
  await expect.poll(() => looks(former)).toMatchObject([{ action: 'payload-shown', subject_name: null }]);
});

test('a member who is not allowed to read an account gets a notice of its transfer without its current name', async () => {
  const { account, former, owner } = await openKeptPrivate('Fourth');
  const third = await openTold('Fourth heir');
  await site().hub.append([given.description(account, 'Renamed Fen'), given.transfer(account, third.id)]);
  const names = async ({ notices }: typeof owner) =>
    (await notices()).flatMap(({ action, subject_name }) =>
      action === 'account-transferred' ? [subject_name] : [],
    );
  await expect.poll(() => names(third)).toEqual(['Renamed Fen', 'Renamed Fen']);
  expect(await names(former)).toEqual([null, null]);
});
