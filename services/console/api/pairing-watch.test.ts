import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { given } from '../../../projections/access/testing/membership.ts';
import { type Category, categories } from '../../../shared/domain/category.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createSignedInMember } from '../testing/signed-in-member.ts';

const reportFile = new URL('../../../test/fixtures/reports/ha-snapshot.json', import.meta.url);
const site = onceAFile(() => openTestConsole());

async function openPairing(name: string) {
  const member = await createSignedInMember(site(), name);
  const pairOne = async () => {
    const { body: code } = await member.give('me/pairing-codes');
    const token = await site().hub.pairWith(code.code);
    const watched = (query = '') => member.get(`me/pairing-codes/${code.id}${query}`);
    expect(await watched()).toMatchObject({ state: 'paired', accounts: [], categories: [] });
    return { token, watched };
  };
  return { ...member, pairOne };
}

async function openClient(accountHash = String(randomInt(1e9)), name = 'Quillon Fen') {
  const report = JSON.parse(await readFile(reportFile, 'utf8'));
  Object.assign(report.player, { accountHash, name, username: name });
  return async (token: string) => {
    report.timestamp = Date.now();
    report.player.stats.skills.Attack.xp += 1;
    expect((await site().hub.report(token, report)).status).toBe(200);
  };
}

/** `former` reported the account first. Its current owner shares these categories. */
async function openTaken(shared: readonly Category[]) {
  const { hub } = site();
  const [former, owner] = [
    await openPairing(`Former ${randomInt(1e9)}`),
    await openPairing(`Owner ${randomInt(1e9)}`),
  ];
  const report = await openClient();
  await report(await hub.pair(former.id));
  const accounts = async () =>
    hub.database.many<{ account_id: string }>({
      text: 'select account_id from access_g1.account where owner_id = $1',
      values: [former.id],
    });
  await expect.poll(accounts).toHaveLength(1);
  const [{ account_id: account } = { account_id: '' }] = await accounts();
  await hub.append([
    given.transfer(account, owner.id),
    ...categories
      .filter((category) => !shared.includes(category))
      .map((category) => given.sharing(account, { category, audience: 'private', with: [] })),
  ]);
  const token = await hub.pair(owner.id);
  const changedAt = async () =>
    hub.database.one<{ at: number | null }>({
      text: 'select max(changed_at) as at from account_state_g1.part where account_id = $1',
      values: [account],
    });
  await expect.poll(async () => (await changedAt()).at).not.toBeNull();
  const play = async () => {
    const { at: before } = await changedAt();
    await report(token);
    await expect.poll(async () => (await changedAt()).at).toBeGreaterThan(before ?? 0);
  };
  return { former, play };
}

const nothing = { accounts: [], categories: [] };

test('the watch of a device that reported nothing shows nothing, even while others play accounts of its member', async () => {
  const { former, play } = await openTaken(categories);
  const { watched } = await former.pairOne();
  await play();
  expect(await watched()).toMatchObject({ state: 'paired', ...nothing });
});

test('an earlier owner does not see that an account is played, whatever their own device reports', async () => {
  const { former, play } = await openTaken([]);
  const { token, watched } = await former.pairOne();
  const another = await openClient(undefined, 'Another Fen');
  await another(token);
  await play();
  await expect.poll(async () => (await watched()).state).toBe('reported');
  expect((await watched()).accounts).toMatchObject([{ name: 'Another Fen' }]);
});

test.each<[Category, string[]]>([
  ['stats', ['Beside Fen', 'Quillon Fen']],
  // The play of the owner changed only stats and activity.
  ['inventory', ['Beside Fen']],
])('an account with only %s shared shows only reports of that category', async (shared, names) => {
  const { former, play } = await openTaken([shared]);
  const { token, watched } = await former.pairOne();
  const beside = await openClient(undefined, 'Beside Fen');
  await beside(token);
  await play();
  // Accounts are in different partitions, so one account may appear before the other.
  const shown = async () => {
    const { accounts }: { accounts: { name: string }[] } = await watched();
    return accounts.map(({ name }) => name).toSorted();
  };
  await expect.poll(shown).toEqual(names);
  expect((await watched()).state).toBe('reported');
});

test('a report of an account that the member is not allowed to read shows ten seconds later, without any content', async () => {
  const { former, play } = await openTaken([]);
  const states: string[] = [];
  for (const secondsAgo of [0, 11]) {
    const { watched } = await former.pairOne();
    const { device } = await watched();
    await site().hub.append([given.deviceSighting(device.id, Date.now() - secondsAgo * 1_000, former.id)]);
    await expect.poll(async () => (await watched()).device.last_seen_at).not.toBeNull();
    await play();
    const { state, ...told } = await watched();
    expect(told).toMatchObject(nothing);
    states.push(state);
  }
  expect(states).toEqual(['paired', 'reported']);
});

test('after the erasure of another member deletes the code, only the owner of the device watches it, by its id', async () => {
  const [quill, bram, gone] = [
    await openPairing(`Quill ${randomInt(1e9)}`),
    await openPairing(`Bram ${randomInt(1e9)}`),
    await openPairing(`Gone ${randomInt(1e9)}`),
  ];
  const [{ token, watched }, beside] = [await quill.pairOne(), await bram.pairOne()];
  const { device } = await watched();
  await site().hub.append([given.eraseMember(gone.id)]);
  await expect.poll(async () => (await watched()).error?.code).toBe('not_found');
  const byDevice = `?device=${device.id}`;
  expect(await watched(byDevice)).toEqual({ state: 'paired', device, accounts: [], categories: [] });
  const report = await openClient(undefined, 'Later Fen');
  await report(token);
  await expect.poll(async () => (await watched(byDevice)).state).toBe('reported');
  expect((await watched(byDevice)).accounts).toMatchObject([{ name: 'Later Fen' }]);
  expect(await beside.watched(byDevice)).toMatchObject({ error: { code: 'not_found' } });
});
