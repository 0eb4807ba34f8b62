import { expect, test } from 'vitest';
import { bram, given, quill } from '../../../projections/access/testing/membership.ts';
import { report, wholeReport } from '../../../projections/account-state/testing/report.ts';
import { categories, defaultCategories } from '../../../shared/domain/category.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const [fen, odd, unnamed, unknown] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc', 'dddddddddddd'];

test('shows the readable sections, marks sections that were never sent, and hides other accounts (read-api 2.4, 2.4 rule 1, 2.4 rule 2, 2.4 rule 3, 4 /accounts/{id})', async () => {
  const hub = await openTestApi();
  const at = Date.now();
  await hub.append(
    given.member(quill, 'Quill'),
    given.member(bram, 'Bram'),
    given.identity(fen, quill, { name: 'Quillon Fen' }),
    given.description(fen, 'Quillon Fen', 1),
    given.identity(odd, bram, { name: 'Odd' }),
    given.description(odd, 'Odd', 0),
    given.identity(unnamed, bram),
    ...categories
      .filter((category) => category !== 'inventory' && category !== 'stats')
      .map((category) => given.sharing(odd, { category, audience: 'private', with: [] })),
    ...wholeReport(fen, at),
    report.skill(odd, at),
  );
  const all = await hub.makeKey(10);
  const inventory = await hub.makeKey(11, quill, { categories: ['inventory'] });
  const get = async (id: string, key: string) => {
    const { status, body, text } = await hub.get(`/accounts/${id}`, { key });
    return { status, body, text };
  };

  const { body } = await get(fen, all);
  const updated_at = new Date(at).toISOString();
  expect(body.data).toMatchObject({
    id: fen,
    account_hash: `hash of ${fen}`,
    // The bank is private until its owner shares it.
    categories: [...defaultCategories],
    presence: { shared: true, online: true, world: 486, game_state: 'LOGGED_IN', updated_at },
    vitals: { shared: true, hp: { current: 87, max: 99 }, spellbook: 'standard', updated_at },
    skills: { shared: true, total_level: 99, updated_at },
    location: { shared: true, x: 2268, stale: false, updated_at },
    equipment: { shared: true, value: 1_502_233, updated_at },
    inventory: { shared: true, value: 418_220, updated_at },
  });
  expect(Date.parse(body.data.first_seen)).toBeLessThanOrEqual(Date.now());

  // Activity is not readable, so times are cut to the day.
  const hidden = (await get(odd, all)).body;
  expect(hidden.data.categories).toEqual(['stats', 'inventory']);
  expect(hidden.data.inventory).toEqual({ shared: false, updated_at: null });
  expect(hidden.data.skills.updated_at).toBe(`${updated_at.slice(0, 10)}T00:00:00.000Z`);
  for (const section of ['presence', 'vitals', 'location', 'equipment']) {
    expect(hidden.data).not.toHaveProperty(section);
  }
  expect((await get(odd, inventory)).body.data.categories).toEqual(['inventory']);

  const missing = await get(unknown, all);
  expect([missing.status, missing.body.error.message]).toEqual([404, 'Account not found.']);
  for (const id of [unnamed, 'a-b', '%00', 'x'.repeat(65)]) {
    expect(await get(id, all)).toEqual(missing);
  }
});
