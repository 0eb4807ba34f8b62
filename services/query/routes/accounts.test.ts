import { expect, test } from 'vitest';
import { bram, given, quill } from '../../../projections/access/testing/membership.ts';
import { report } from '../../../projections/account-state/testing/report.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const [fen, vex, odd] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'];
const service = 10;
const user = 11;

const guild = onceAFile(async () => {
  const hub = await openTestApi();
  await hub.append(
    given.member(quill, 'Quill', { chat_id: '77' }),
    given.member(bram, 'Bram'),
    given.identity(fen, quill, { name: 'Quillon Fen' }),
    given.description(fen, 'Quillon Fen', 1),
    given.identity(vex, quill, { name: 'vex-a_b' }),
    given.description(vex, 'vex-a_b', 0),
    given.identity(odd, bram, { name: 'Odd' }),
    given.description(odd, 'Odd', 99),
    given.sharing(odd, { category: 'activity', audience: 'private', with: [] }),
    report.presence(fen, Date.now()),
    report.presence(vex, Date.now(), { game_state: 'LOGIN_SCREEN', in_game: false, world: 330 }),
    report.presence(odd, Date.now()),
  );
  const serviceKey = await hub.makeKey(service, null, { categories: ['stats', 'activity'] });
  const userKey = await hub.makeKey(user, quill, { categories: ['stats', 'activity'] });
  const get = (query: string, key = serviceKey) => hub.get(`/accounts${query}`, { key });
  const ids = async (query: string) => {
    const { body } = await get(query);
    expect(body.meta.count).toBe(body.data.length);
    return body.data.map((account: { id: string }) => account.id);
  };
  return { get, ids, userKey };
});

test('lists, finds and filters the accounts that the key can read (read-api 2.1 "success body", 2.3, 4 /accounts)', async () => {
  const { get, ids, userKey } = guild();

  const { status, body } = await get('');
  expect(status).toBe(200);
  expect(body.data).toEqual([
    {
      id: odd,
      name: 'Odd',
      account_hash: `hash of ${odd}`,
      type: 99,
      type_label: 'Unknown',
      owner: { name: 'Bram', chat_id: null, discord_id: null },
      online: null,
      world: null,
      last_seen: null,
    },
    expect.objectContaining({ id: fen, type_label: 'Ironman', online: true, world: 486 }),
    expect.objectContaining({
      id: vex,
      online: false,
      world: 330,
      owner: { name: 'Quill', chat_id: '77', discord_id: null },
    }),
  ]);
  expect((await get('', userKey)).body.data[0]).not.toHaveProperty('account_hash');

  // Without readable activity an account is neither online nor offline for the filter.
  expect(await ids('?online=true')).toEqual([fen]);
  expect(await ids('?online=false')).toEqual([vex]);

  expect(await ids('?names=QUILLON_fen,nobody')).toEqual([fen]);
  expect(await ids('?names=Vex%20A-B')).toEqual([vex]);
  expect(await ids(`?ids=${odd},${odd},nosuch1`)).toEqual([odd]);
  expect(await ids(`?ids=${odd}&names=quillon%20fen`)).toEqual([odd, fen]);
  expect(await ids(`?ids=${odd},${fen}&online=true`)).toEqual([fen]);
  expect(await ids('?names=')).toEqual([]);
  expect(await ids('?ids=,,')).toEqual([]);
  expect(await ids(`?names=&ids=${odd}`)).toEqual([odd]);
});

test('a bad value of `ids`, `names` or `online` is refused, and the error says which parameter is bad (read-api 4 /accounts, 8 "lists")', async () => {
  const { get, ids } = guild();
  const refused = async (query: string) => {
    const { status, body } = await get(query);
    return [status, body.error?.code, body.error?.details?.map((detail: { path: string }) => detail.path)];
  };
  const many = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`).join(',');
  expect(await refused('?ids=a-b')).toEqual([400, 'invalid_request', ['ids']]);
  expect(await refused(`?names=${many(101)}`)).toEqual([400, 'invalid_request', ['names']]);
  expect(await refused(`?ids=${many(101)}`)).toEqual([400, 'invalid_request', ['ids']]);
  expect(await refused('?online=yes')).toEqual([400, 'invalid_request', ['online']]);
  expect(await refused('?online=')).toEqual([400, 'invalid_request', ['online']]);
  expect(await ids(`?names=${many(100)},N1,%20n0,_n2`)).toEqual([]);
});
