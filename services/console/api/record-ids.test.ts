import { randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { auditEvent } from '../../../shared/log/record-in-audit.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createSignedInAdmin, createSignedInMember } from '../testing/signed-in-member.ts';

const reportFile = new URL('../../../test/fixtures/reports/ha-snapshot.json', import.meta.url);
const site = onceAFile(() => openTestConsole());

async function openGuild() {
  const [owner, admin] = [
    await createSignedInMember(site(), `Owner ${randomInt(1e9)}`),
    await createSignedInAdmin(site(), `Admin ${randomInt(1e9)}`),
  ];
  const report = JSON.parse(await readFile(reportFile, 'utf8'));
  report.player.accountHash = String(randomInt(1e9));
  expect((await site().hub.report(await site().hub.pair(owner.id), report)).status).toBe(200);
  await expect.poll(async () => (await owner.get('me')).accounts).toHaveLength(1);
  const [{ id: account }] = (await owner.get('me')).accounts;
  const entries = async (): Promise<{ id: string; action: string; subject: string | null }[]> =>
    (await admin.get('admin/audit?limit=1000')).entries;
  const notices = async () => (await owner.get('me')).notices.map(({ action }: { action: string }) => action);
  return { owner, admin, account, entries, notices };
}

test('a command whose request has the id of an audit entry gets its own entry, and the owner gets a notice', async () => {
  const { owner, admin, account, entries, notices } = await openGuild();
  const made = auditEvent({
    by: `member:${admin.id}`,
    action: 'data-exported',
    about: [admin.id],
    subject: admin.id,
  });
  await site().hub.append([made]);
  await expect.poll(async () => (await entries()).map(({ id }) => id)).toContain(made.recordId);
  const taken = await admin.give(`admin/accounts/${account}/owner`, { member_id: admin.id }, made.recordId);
  expect(taken.status).toBe(200);
  await expect.poll(notices).toEqual(['account-transferred']);
  const found = (await entries()).filter(
    ({ id, action, subject }) =>
      id === made.recordId || (action === 'account-transferred' && subject === account),
  );
  expect(found.map(({ action }) => action)).toEqual(['account-transferred', 'data-exported']);
  expect((await owner.get('me')).accounts).toEqual([]);
});

test('the same request id from another member is another command, and each member reads their own outcome', async () => {
  const [first, second] = [
    await createSignedInMember(site(), 'First'),
    await createSignedInMember(site(), 'Second'),
  ];
  const id = randomUUID();
  const input = (zone: string) => ['me/settings', { time_zone: zone }, id] as const;
  expect((await first.give(...input('Europe/Paris'))).body.time_zone).toBe('Europe/Paris');
  expect((await second.get(`commands/${id}`)).state).toBe('unknown');
  expect((await second.give(...input('Asia/Tokyo'))).body.time_zone).toBe('Asia/Tokyo');
  for (const { get, give } of [first, second]) {
    expect(await get(`commands/${id}`)).toEqual({ state: 'granted', message: null });
    expect((await give(...input('Asia/Seoul'))).status).toBe(409);
  }
  expect((await first.get('me')).member.time_zone).toBe('Europe/Paris');
});

test('two admins who start work under the same request id start two jobs', async () => {
  const admins = [
    await createSignedInAdmin(site(), 'One admin'),
    await createSignedInAdmin(site(), 'Other admin'),
  ];
  const id = randomUUID();
  const answers = await Promise.all(admins.map(({ give }) => give('admin/doctor', {}, id)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(2);
});

test('a command that only the log still knows is not carried out again, even after a restart', async () => {
  const { hub, signIn } = await openTestConsole();
  const { cookie } = await signIn(await hub.addMember('Forgotten'));
  const id = randomUUID();
  const ask = (url: string, path: string, fields?: object) =>
    fetch(`${url}/console/api/${path}`, {
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      ...(fields !== undefined && { method: 'POST', body: JSON.stringify({ ...fields, request_id: id }) }),
    });
  const move = async (url: string, zone: string) =>
    (await ask(url, 'me/settings', { time_zone: zone })).status;
  expect(await move(hub.url, 'Europe/Paris')).toBe(200);
  await hub.database.run({ text: 'delete from console.command' });
  expect(await move(hub.url, 'Asia/Tokyo')).toBe(409);
  const { url } = await hub.restart();
  expect(await move(url, 'Asia/Tokyo')).toBe(409);
  expect(await (await ask(url, 'me')).json()).toMatchObject({ member: { time_zone: 'Europe/Paris' } });
});
