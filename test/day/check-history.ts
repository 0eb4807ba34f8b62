import { expect, vi } from 'vitest';
import { skills } from '../../shared/domain/skill.ts';
import { type Account, checkFeed, type Data } from './check-feed.ts';
import { expectedChanges, expectedDays } from './expected-gear.ts';
import { expectedGainers } from './expected-leaderboards.ts';
import { expectedSessions } from './expected-sessions.ts';
import { expectedTrail } from './expected-trail.ts';
import { expectedGains, expectedSeries, type Resolution, xpSteps } from './expected-xp.ts';
import { iso, type Sent } from './sent.ts';

export interface Day {
  /** Epoch ms. */
  readonly startedAt: number;
  readonly until: number;
}

const hour = 3_600_000;

interface History extends Day {
  readonly data: Data;
  readonly accounts: readonly (readonly [Account, readonly Sent[]])[];
  readonly stepsOf: (account: Account) => ReturnType<typeof xpSteps>;
}

export function createHistoryCheck(
  data: Data,
  accounts: History['accounts'],
  { startedAt, until }: Day,
): () => Promise<void> {
  const steps = new Map(accounts.map(([{ id }, reports]) => [id, xpSteps(reports)]));
  const stepsOf = (account: Account) => steps.get(account.id) ?? new Map();
  const history: History = { data, accounts, startedAt, until, stepsOf };

  return async () => {
    await checkSeries(history, '5m', startedAt - hour, until + hour);
    await checkSeries(history, '5m', startedAt + 8 * hour + 1, startedAt + 10 * hour + 1);
    await checkSeries(history, '1h', startedAt - hour, until + hour);
    await checkSeries(history, '1d', startedAt, until);
    for (const [account, reports] of accounts) await checkAccount(history, account, reports);
    await checkTrails(history);
    const weekFrom = await checkGainers(history);
    // Events are served 10 s after they were stored.
    await vi.waitFor(() => checkFeed(data, accounts, weekFrom), { timeout: 20_000, interval: 500 });
  };
}

function spanOf({ startedAt, until }: Day) {
  return { from: iso(startedAt - hour), to: iso(until + hour) };
}

function idsOf({ accounts }: History): string[] {
  return accounts.map(([{ id }]) => id);
}

async function checkSeries(
  history: History,
  resolution: Resolution,
  from: number,
  to: number,
): Promise<void> {
  const { data, accounts, stepsOf } = history;
  const names = ['Overall', ...skills];
  const query = `skills=${names}&resolution=${resolution}&from=${iso(from)}&to=${iso(to)}`;
  expect(await data(`/xp?accounts=${idsOf(history)}&${query}`)).toEqual({
    resolution,
    from: iso(from),
    to: iso(to),
    accounts: accounts.map(([account]) => ({
      account,
      ...expectedSeries(stepsOf(account), names, resolution, from, to),
    })),
  });
}

async function checkGains(
  { data, stepsOf }: History,
  account: Account,
  from: number,
  to: number,
): Promise<void> {
  const [start = 0, end = 0] = [from, to].map((at) => at - (at % 300_000));
  expect(await data(`/accounts/${account.id}/gains?from=${iso(from)}&to=${iso(to)}`)).toEqual({
    account,
    period: null,
    from: iso(start),
    to: iso(end),
    gains: expectedGains(stepsOf(account), start, end),
  });
}

async function checkAccount(history: History, account: Account, reports: readonly Sent[]): Promise<void> {
  const { data, startedAt, until, stepsOf } = history;
  const span = spanOf(history);
  const range = `from=${span.from}&to=${span.to}`;
  const about = (path: string) => data(`/accounts/${account.id}/${path}`);
  const answer = { account, ...span };
  const { sessions, ...ofSessions } = await about(`sessions?${range}`);
  expect(ofSessions).toEqual(answer);
  const withoutIds = sessions.map(({ id: _, ...session }: { id: string }) => session);
  expect(withoutIds, account.name).toEqual(expectedSessions(reports));
  expect(await about(`equipment-history?${range}`)).toEqual({
    ...answer,
    changes: expectedChanges(reports),
  });
  expect(await about(`wealth?${range}`)).toEqual({ ...answer, days: expectedDays(reports) });
  expect(await about(`locations?${range}`)).toEqual({ ...answer, points: expectedTrail(reports) });
  expect(await about(`xp?resolution=5m&skills=Overall,Slayer&${range}`)).toEqual({
    account,
    ...expectedSeries(stepsOf(account), ['Overall', 'Slayer'], '5m', startedAt - hour, until + hour),
  });
  await checkGains(history, account, startedAt - hour, until + hour);
  await checkGains(history, account, startedAt + 7 * hour + 1, startedAt + 9 * hour + 123_456);
}

async function checkTrails(history: History): Promise<void> {
  const { data, accounts } = history;
  const span = spanOf(history);
  expect(await data(`/locations?accounts=${idsOf(history)}&from=${span.from}&to=${span.to}`)).toEqual({
    ...span,
    accounts: accounts.map(([account, reports]) => ({ account, points: expectedTrail(reports) })),
  });
}

/** @returns when the week of the leaderboards began, epoch ms */
async function checkGainers({ data, accounts }: History): Promise<number> {
  const { from, to: _, ...gainers } = await data('/leaderboards/gains?period=week');
  const leaderboards = expectedGainers(accounts, Date.parse(from));
  expect(gainers).toEqual({ period: 'week', leaderboards });
  const { accounts: count, periods } = await data('/guild');
  const best = leaderboards[0]?.entries.slice(0, 5).map((entry) => ({ ...entry, rank: undefined }));
  expect([count, periods[1].top_gainers]).toEqual([accounts.length, best]);
  return Date.parse(from);
}
