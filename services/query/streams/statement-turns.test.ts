import { expect, test } from 'vitest';
import { bram, given, quill } from '../../../projections/access/testing/membership.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { openTestApi } from '../testing/open-test-api.ts';
import { createStatementTurns } from './statement-turns.ts';
import { createStreamLimit } from './stream-limit.ts';

/** Statements that end when the test says so. */
function heldSql() {
  const running: (() => void)[] = [];
  const held = () => new Promise<never[]>((resolve) => running.push(() => resolve([])));
  const sql = { many: held } as unknown as Sql;
  return { sql, running };
}

const statement = { text: 'select' };
const pass = () => new Promise((resolve) => setImmediate(resolve));

test('a member runs two statements at once, and the statements of others do not wait', async () => {
  const turns = createStatementTurns();
  const { sql, running } = heldSql();
  const limited = turns.limited(sql);
  const ofFirst = Array.from({ length: 5 }, () => turns.of('first', () => limited.many(statement)));
  await pass();
  expect(running).toHaveLength(2);
  const ofSecond = turns.of('second', () => limited.many(statement));
  const ofNobody = limited.many(statement);
  await pass();
  expect(running).toHaveLength(4);
  for (const end of running) end();
  await Promise.all([ofSecond, ofNobody]);
  await pass();
  expect(running).toHaveLength(6);
  while (running.length < 7) {
    for (const end of running) end();
    await pass();
  }
  for (const end of running) end();
  await Promise.all(ofFirst);
});

test('at most 64 statements of a member wait, however many wait of other members', async () => {
  const turns = createStatementTurns();
  const { sql, running } = heldSql();
  const limited = turns.limited(sql);
  const ask = (member: string) => turns.of(member, () => limited.many(statement));
  const greedy = Array.from({ length: 66 }, () => ask('greedy'));
  const refusal = ask('greedy').catch((error: unknown) => error);
  const answer = await Promise.race([refusal, pass().then(() => 'still waits')]);
  expect(answer).toMatchObject({ status: 503, retryAfter: 1 });
  const others = Array.from({ length: 4 }, () => ask('other'));
  const all = Promise.all([...greedy, ...others]);
  for (let ended = 0; ended < 70; ended += 1) {
    running[ended]?.();
    await pass();
  }
  expect(await all).toHaveLength(70);
});

test('a piece of a history does not wait for the statements of its member', async () => {
  const turns = createStatementTurns();
  const { sql, running } = heldSql();
  const limited = turns.limited(sql);
  const paced = turns.paced(createStreamLimit());
  const waiting = Array.from({ length: 3 }, () => turns.of('member', () => limited.many(statement)));
  const piece = turns.of('member', () => paced.work(() => limited.many(statement)));
  await pass();
  expect(running).toHaveLength(3);
  running[2]?.();
  await piece;
  running[0]?.();
  running[1]?.();
  await pass();
  running[3]?.();
  await Promise.all(waiting);
});

test('the keys of a member take turns together, and keys of others get their answers', async () => {
  const api = await openTestApi();
  await api.appendMembership(given.member(quill, 'Quill'), given.member(bram, 'Bram'));
  await api.appendMembership(given.identity('a', quill), given.description('a', 'Quillon Fen'));
  const keys = await Promise.all([1, 2, 3, 4].map((number) => api.makeKey(number, quill)));
  const other = await api.makeKey(5, bram);
  // Each statement of the feed waits for the lock.
  const locks = await api.database.connect();
  try {
    await locks.query('begin; lock table event_feed_g1.event in access exclusive mode');
    const held = keys.map((key) => api.get('/events?cursor=now', { key }));
    const another = api.get('/events?cursor=now', { key: other });
    const waiting = async () => {
      const { count } = await api.database.one<{ count: number }>({
        text: "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%horizon%'",
      });
      return count;
    };
    await expect.poll(waiting).toBe(3);
    await locks.query('rollback');
    const answers = await Promise.all([...held, another]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  } finally {
    await locks.end();
  }
});
