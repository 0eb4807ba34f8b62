import { expect } from 'vitest';
import { bossesOfPast } from '../../services/demo/history/holdings-of-past.ts';
import { earlierKillsOf } from '../../services/demo/play/earlier-kills.ts';
import { expectedEvents } from './expected-events.ts';
import { expectedLoot } from './expected-leaderboards.ts';
import type { Sent } from './sent.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
}

/** The `data` of an answer. */
// biome-ignore lint/suspicious/noExplicitAny: answers were checked against their schema
export type Data = (path: string) => Promise<any>;

interface LootEntry {
  readonly rank: number;
  readonly event: { readonly account: Account; readonly value_gp: number };
}

/** @param weekFrom epoch ms */
export async function checkFeed(
  data: Data,
  accounts: readonly (readonly [Account, readonly Sent[]])[],
  weekFrom: number,
): Promise<void> {
  const { entries } = await data('/leaderboards/loot?period=week&limit=50');
  const answered = entries.map(({ rank, event }: LootEntry) => [rank, event.account.id, event.value_gp]);
  expect(answered).toEqual(expectedLoot(accounts, weekFrom, 50).map((drop, index) => [index + 1, ...drop]));
  const { periods } = await data('/guild');
  expect(periods[1].best_drops).toEqual(entries.slice(0, 5).map(({ event }: LootEntry) => event));
  for (const [account, reports] of accounts) {
    const all = await data(`/events?accounts=${account.id}&limit=500`);
    // The history of the demo adds kill counts and older log entries, which no player sent, before
    // the first report.
    const isCount = ({ type }: { readonly type: string }) => type === 'KILL_COUNT';
    const events = all.slice(all.findLastIndex(isCount) + 1);
    const { log } = earlierKillsOf(account.name);
    expect(events.length, account.name).toBeGreaterThanOrEqual(all.length - log.length - bossesOfPast.length);
    const { items } = await data(`/accounts/${account.id}/collection-log`);
    const logged = new Map(items.map(({ id, source }: Record<string, unknown>) => [id, source]));
    for (const { item, source } of log) expect(logged.get(item.id), item.name).toBe(source);
    const answered = events.map(
      ({ id: _, title: __, line: ___, ...event }: Record<string, unknown>) => event,
    );
    const expected = expectedEvents(reports).slice(-500);
    expect(answered, account.name).toEqual(expected.map((event) => ({ account, ...event })));
  }
}
