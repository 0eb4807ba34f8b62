import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { given } from '../../../projections/access/testing/membership.ts';
import type { AuditActor } from '../../../shared/domain/actor.ts';
import { auditEvent } from '../../../shared/log/record-in-audit.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { openTestConsole } from '../testing/open-test-console.ts';

const report = new URL('../../../test/fixtures/reports/ha-snapshot.json', import.meta.url);
const site = onceAFile(() => openTestConsole());

interface Notice {
  readonly actor: string;
  readonly action: string;
  readonly subject_name: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** A member who is signed in, and what they are told. */
async function openMember(name: string) {
  const id = await site().hub.addMember(name);
  const { cookie } = await site().signIn(id);
  const notices = async (): Promise<Notice[]> => (await site().get('me', { cookie })).body.notices;
  return { id, cookie, notices };
}

const link = (memberId: string, by: AuditActor) =>
  auditEvent({ by, action: 'sign-in-link-made', about: [memberId], subject: memberId });

test('a member who is named now like an admin who left is told what that admin did', async () => {
  const { hub } = site();
  const [admin, member] = [await openMember('Warden'), await openMember('Tess')];
  await hub.append([link(member.id, `member:${admin.id}`), given.leaving(admin.id)]);
  await hub.append([given.memberChange(member.id, { name: 'Warden' })]);
  await expect.poll(member.notices).toMatchObject([{ action: 'sign-in-link-made', actor: 'member:Warden' }]);
});

test('what a member did themselves pushes nothing out that others did', async () => {
  const [other, member] = [await openMember('Other'), await openMember('Busy')];
  await site().hub.append([link(member.id, `member:${other.id}`)]);
  await expect.poll(member.notices).toHaveLength(1);
  const own = Array.from({ length: 25 }, () => link(member.id, `member:${member.id}`));
  const last = auditEvent({ by: 'cli', action: 'payload-shown', about: [member.id], subject: member.id });
  await site().hub.append([...own, last]);
  await expect.poll(member.notices).toMatchObject([{ action: 'payload-shown' }, { actor: 'member:Other' }]);
});

test('an owner is told that an admin took an account and gave it back, and so is who gets one', async () => {
  const { hub, makeAdmin, post } = site();
  const [owner, admin, third] = [
    await openMember('Owner'),
    await openMember('Taker'),
    await openMember('Third'),
  ];
  await makeAdmin(admin.id);
  expect((await hub.report(await hub.pair(owner.id), await readFile(report))).status).toBe(200);
  const accounts = async () => (await site().get('me', { cookie: owner.cookie })).body.accounts;
  await expect.poll(accounts).toHaveLength(1);
  const [{ id: account }] = await accounts();
  const give = async (memberId: string) => {
    const fields = { member_id: memberId, request_id: randomUUID() };
    expect((await post(`admin/accounts/${account}/owner`, fields, { cookie: admin.cookie })).status).toBe(
      200,
    );
  };
  const transfers = async ({ notices }: typeof owner) =>
    (await notices()).map(({ action, actor, subject_name, details }) => {
      expect([action, actor, subject_name]).toEqual(['account-transferred', 'member:Taker', 'Quillon Fen']);
      return details.member;
    });

  await give(admin.id);
  await expect.poll(() => transfers(owner)).toEqual([admin.id]);
  await give(owner.id);
  await expect.poll(() => transfers(owner)).toEqual([owner.id, admin.id]);
  await give(third.id);
  await expect.poll(() => transfers(third)).toContain(third.id);
  // Their own doing.
  expect(await transfers(admin)).toEqual([]);
});

test('of a transfer that was refused nobody is told', async () => {
  const { hub } = site();
  const member = await openMember('Keeper');
  const refused = given.transfer('aB3xYz91kQw1', member.id);
  const note = link(member.id, 'cli');
  await hub.append([refused, note]);
  await expect.poll(member.notices).toMatchObject([{ action: 'sign-in-link-made' }]);
});
