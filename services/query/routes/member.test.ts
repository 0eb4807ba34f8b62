import { expect, test } from 'vitest';
import { bram, given, id, quill, tess } from '../../../projections/access/testing/membership.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const guild = onceAFile(async () => {
  const api = await openTestApi();
  await api.appendMembership(
    given.member(quill, 'Quill', { chat_id: '42' }),
    given.admin(quill),
    given.member(bram, 'Bram', { chat_id: 'bram oak' }),
    given.member(tess, 'Tess', { chat_id: '44' }),
    given.leaving(tess),
    given.member(id(4), 'Removed', { chat_id: '45' }),
    given.eraseMember(id(4)),
    given.member(id(5), 'Twin', { chat_id: '46' }),
    given.member(id(6), 'Twin Two', { chat_id: '46' }),
  );
  return { api, service: await api.makeKey(1), user: await api.makeKey(2, quill) };
});

async function dataOf(chatId: string) {
  const { status, body } = await guild().api.get(`/members/${chatId}`, { key: guild().service });
  return [status, body.data];
}

test('a service key can read who is a member and who is an admin (decisions, Additions to v1)', async () => {
  expect(await dataOf('42')).toEqual([
    200,
    { chat_id: '42', discord_id: null, member: true, is_admin: true, name: 'Quill' },
  ]);
  const named = { chat_id: 'bram oak', discord_id: null, member: true, is_admin: false, name: 'Bram' };
  expect(await dataOf('bram%20oak')).toEqual([200, named]);
});

test('unknown, left, removed and ambiguous members get the same answer', async () => {
  for (const chatId of ['43', '44', '45', '46', 'BRAM%20OAK', '%F0%9F%98%80']) {
    const nobody = {
      chat_id: decodeURIComponent(chatId),
      discord_id: null,
      member: false,
      is_admin: false,
      name: null,
    };
    expect(await dataOf(chatId)).toEqual([200, nobody]);
  }
});

test('a user key gets the 404 of an unknown path for any chat id', async () => {
  const { api, user: key } = guild();
  const unknown = await api.get('/nothing', { key });
  for (const chatId of ['42', '43', 'x'.repeat(65), '%00', '']) {
    const { status, body } = await api.get(`/members/${chatId}`, { key });
    expect([status, body], chatId).toEqual([404, unknown.body]);
  }
});

test('a chat id has 1 to 64 characters after decoding, and contains no NUL', async () => {
  const { api, service: key } = guild();
  expect((await dataOf('x'.repeat(64)))[0]).toBe(200);
  expect((await dataOf('%20'.repeat(64)))[0]).toBe(200);
  for (const refused of ['x'.repeat(65), '']) {
    const { status, body } = await api.get(`/members/${refused}`, { key });
    expect([status, body.error.details], refused).toEqual([
      400,
      [{ path: 'chat_id', message: 'must have 1 to 64 characters' }],
    ]);
  }
  for (const bad of ['%00', 'a%00b', '%ff', '%', 'a%C3%28']) {
    expect((await api.get(`/members/${bad}`, { key })).status, bad).toBe(404);
  }
});
