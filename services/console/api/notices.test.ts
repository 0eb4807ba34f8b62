import { expect, test } from 'vitest';
import { given } from '../../../projections/access/testing/membership.ts';
import type { AuditActor } from '../../../shared/domain/actor.ts';
import { auditEvent } from '../../../shared/log/record-in-audit.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { openTestConsole } from '../testing/open-test-console.ts';

const site = onceAFile(() => openTestConsole());

interface Notice {
  readonly actor: string;
  readonly action: string;
  readonly subject_name: string | null;
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
