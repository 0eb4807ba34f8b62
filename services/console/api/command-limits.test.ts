import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { categories } from '../../../shared/domain/category.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { commandRecordId } from '../commands/command-record-id.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createSignedInMember } from '../testing/signed-in-member.ts';

const report = new URL('../../../test/fixtures/reports/ha-snapshot.json', import.meta.url);
const site = onceAFile(() => openTestConsole());

async function appended(): Promise<number> {
  const { end } = await site().hub.database.one<{ end: number }>({
    text: `select next_offset as end from log.partition where stream = 'hub.membership'`,
  });
  return end;
}

const past = (memberId: string, seconds: number) =>
  site().hub.database.run({
    text: `update console.command set given_at = given_at - make_interval(secs => $2) where member_id = $1`,
    values: [memberId, seconds],
  });

test('a member gives 60 commands a minute, and then learns how long to wait', async () => {
  const [busy, other] = [
    await createSignedInMember(site(), 'Busy'),
    await createSignedInMember(site(), 'Other'),
  ];
  const zone = { time_zone: 'UTC' };
  const first = randomUUID();
  expect((await busy.give('me/settings', zone, first)).status).toBe(200);
  await site().hub.database.run({
    text: `insert into console.command (request_id, record_id, member_id, state)
           select gen_random_uuid(), gen_random_uuid(), $1, 'refused' from generate_series(1, 58)`,
    values: [busy.id],
  });
  expect((await busy.give('me/settings', zone)).status).toBe(200);
  await past(busy.id, 20);
  const id = randomUUID();
  const { status, headers, body } = await busy.give('me/settings', zone, id);
  expect([status, body.error]).toEqual([
    429,
    { code: 'too_many', message: 'you gave 60 commands within a minute: wait a moment, then continue' },
  ]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(40);
  expect((await busy.get(`commands/${id}`)).state).toBe('unknown');
  expect((await busy.give('me/settings', zone, first)).status).toBe(409);
  expect((await other.give('me/settings', zone)).status).toBe(200);
  await past(busy.id, 40);
  expect((await busy.give('me/settings', zone, id)).status).toBe(200);
});

test('settings and sharing that already are as requested get the same answer, and nothing is appended', async () => {
  const { hub } = site();
  const [owner, one, two] = [
    await createSignedInMember(site(), 'Sharer'),
    await createSignedInMember(site(), 'One'),
    await createSignedInMember(site(), 'Two'),
  ];
  expect((await hub.report(await hub.pair(owner.id), await readFile(report))).status).toBe(200);
  await expect.poll(async () => (await owner.get('me')).accounts.length).toBe(1);
  const [{ id: account }] = (await owner.get('me')).accounts;
  const shared = { account_ids: [account], audience: 'selected' };
  const asked = { ...shared, categories: ['stats', 'events'], member_ids: [one.id, two.id] };
  const zone = { time_zone: 'Europe/Paris' };
  const zoned = (await owner.give('me/settings', zone)).body;
  const answer = (await owner.give('me/sharing', asked)).body;
  const before = await appended();
  expect((await owner.give('me/settings', zone)).body).toEqual(zoned);
  expect((await owner.give('me/settings', { time_zone: 'europe/paris' })).body).toEqual(zoned);
  const again = await owner.give('me/sharing', { ...asked, member_ids: [two.id, one.id, one.id] });
  expect([again.status, again.body.accounts, again.body.audience]).toEqual([200, [account], 'selected']);
  expect((await owner.give('me/sharing', asked)).body).toEqual(answer);
  expect(await appended()).toBe(before);

  // Only activity changes, so the event of activity has the id of the command.
  const id = randomUUID();
  await owner.give('me/sharing', { ...asked, categories: ['activity', 'stats', 'events'] }, id);
  expect(await appended()).toBe(before + 1);
  const recordId = commandRecordId({ requestId: id, memberId: owner.id });
  const verdict = { text: 'select refusal from access_g1.verdict where record_id = $1', values: [recordId] };
  expect(await hub.database.many(verdict)).toEqual([{ refusal: null }]);
  expect((await owner.give('me/sharing', { ...asked, member_ids: [one.id] })).status).toBe(200);
  expect(await appended()).toBe(before + 3);
  const { accounts } = await owner.get('me');
  expect(accounts[0].sharing.stats.members).toEqual([one.id]);
});

test('a command shares with at most 20,000 names in all, and its refusal says what to do with more', async () => {
  const member = await createSignedInMember(site(), 'Wide');
  const fields = {
    account_ids: Array.from({ length: 10 }, (_, index) => `account${index}`),
    categories: categories.slice(0, 4),
    audience: 'selected',
  };
  const share = (members: number) =>
    member.give('me/sharing', { ...fields, member_ids: Array.from({ length: members }, () => randomUUID()) });
  expect((await share(500)).status).toBe(404);
  const before = await appended();
  const { status, body } = await share(501);
  expect([status, body.error.code, body.error.message]).toEqual([
    400,
    'invalid',
    expect.stringMatching(
      /^member_ids: .* at most 20,000: share with the whole guild, or share fewer accounts at a time$/,
    ),
  ]);
  expect(await appended()).toBe(before);
});
