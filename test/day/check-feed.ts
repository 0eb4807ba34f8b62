import { expect } from 'vitest';
import { bosses } from '../../services/demo/game/bosses.ts';
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
    const all: readonly FeedEvent[] = await data(`/events?accounts=${account.id}&limit=${eventsMax}`);
    const counts = all.filter(isCount);
    const others = all.filter((event) => !isCount(event));
    const { log, keptLog, pets } = earlierKillsOf(account.name);
    const expected = expectedEvents(reports) as FeedEvent[];
    // The history of the demo adds older log entries before the first report; no player sent them.
    const sent = expected.slice(-others.length);
    const earlier = others.slice(0, others.length - sent.length);
    const answered = others.slice(earlier.length).map(({ id: _, title: __, line: ___, ...event }) => event);
    expect(answered, account.name).toEqual(sent.map((event) => ({ account, ...event })));
    if (all.length < eventsMax) {
      expect(
        earlier.map(({ item_id }) => item_id),
        account.name,
      ).toEqual([...pets, ...log.map(({ item }) => item)].map(({ id }) => id));
      checkCounts(account, counts, expected);
    }
    const { items, completed } = await data(`/accounts/${account.id}/collection-log`);
    expect(completed - items.length, account.name).toBeGreaterThanOrEqual(0);
    expect(completed - items.length, account.name).toBeLessThan(keptLog === null ? 40 : 1);
    const isKept = ({ quantity }: Record<string, unknown>) => quantity !== null;
    expect(items.filter(isKept), account.name).toHaveLength(keptLog === null ? 0 : items.length);
    const logged = new Map(items.map(({ id, source }: Record<string, unknown>) => [id, source]));
    for (const { item, source } of log) expect(logged.get(item.id), item.name).toBe(source);
    const { bosses: listed } = await data(`/accounts/${account.id}/kills`);
    const last = new Map(counts.map(({ data: { extra } }) => [extra?.boss, extra?.count]));
    expect(new Map(listed.map(({ name, kills }: Record<string, unknown>) => [name, kills]))).toEqual(last);
  }
}

const eventsMax = 500;

interface FeedEvent {
  readonly id?: string;
  readonly title?: string;
  readonly line?: string;
  readonly type: string;
  readonly occurred_at: string;
  readonly item_id: number | null;
  readonly special_world: boolean;
  /** `extra` of an event of the history, `data` of an event that a player sent. */
  readonly data: {
    readonly extra?: { readonly boss: string; readonly count: number };
    readonly data?: { readonly source?: { readonly text: string } };
  };
}

function isCount({ type }: FeedEvent): boolean {
  return type === 'KILL_COUNT';
}

/** The history of the demo also adds counts, which rise with the drops and are never older. */
function checkCounts(account: Account, counts: readonly FeedEvent[], sent: readonly FeedEvent[]): void {
  const { kills } = earlierKillsOf(account.name);
  for (const { name } of bosses) {
    const ofBoss = counts.filter(({ data }) => data.extra?.boss === name);
    const numbers = ofBoss.map(({ data }) => data.extra?.count ?? 0);
    const rising = [...new Set(numbers)].toSorted((left, right) => left - right);
    expect([numbers, numbers[0]], name).toEqual([rising, kills.get(name)?.count]);
    const drops = sent.filter(
      ({ type, special_world, data }) =>
        type === 'loot' && !special_world && data.data?.source?.text === name,
    );
    const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
    expect(last - first, name).toBeGreaterThanOrEqual(drops.length);
    const lastDrop = Math.max(0, ...drops.map(({ occurred_at }) => Date.parse(occurred_at)));
    expect(Date.parse(ofBoss.at(-1)?.occurred_at ?? ''), name).toBeGreaterThanOrEqual(lastDrop);
  }
}
