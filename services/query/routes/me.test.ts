import { expect, test } from 'vitest';
import { given, id, quill } from '../../../projections/access/testing/membership.ts';
import { openTestApi } from '../testing/open-test-api.ts';

test('describes a user key, its creator, and how many accounts it sees now (read-api 2.2, 4 /me)', async () => {
  const api = await openTestApi();
  await api.appendMembership(
    given.member(quill, 'Quill'),
    given.identity('a', quill),
    given.description('a', 'Quillon Fen'),
    given.identity('b', quill),
    given.description('b', 'Bram Oak'),
    given.identity('unnamed', quill),
  );
  const key = await api.makeKey(1, quill, {
    name: 'Home',
    categories: ['events', 'stats'],
    accounts: ['a'],
    expires_at: 4_102_444_800_000,
  });
  const { status, headers, body } = await api.get('/me', { key });
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(body.data).toEqual({
    key: {
      id: id(1),
      kind: 'user',
      name: 'Home',
      prefix: 'prefix0001',
      categories: ['stats', 'events'],
      account_scope: 'list',
      rate_limit_per_minute: 120,
      expires_at: '2100-01-01T00:00:00.000Z',
    },
    user: { name: 'Quill' },
    visible_accounts: 1,
  });
  expect(Date.parse(body.meta.generated_at)).toBeGreaterThan(Date.now() - 60_000);
});

test('shows that a service key belongs to no user (read-api 2.2, 4 /me, 5 rule 5)', async () => {
  const api = await openTestApi();
  const key = await api.makeKey(1, null, { rate_limit_per_minute: 600 });
  const { data } = (await api.get('/me', { key })).body;
  expect(data.user).toBeNull();
  expect(data.visible_accounts).toBe(0);
  expect(data.key).toMatchObject({ kind: 'service', account_scope: 'all_visible', expires_at: null });
  expect(data.key.rate_limit_per_minute).toBe(600);
});
