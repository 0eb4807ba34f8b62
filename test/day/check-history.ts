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

/** Asks for all that became of every account that day, and compares it with what was sent. */
export function createHistoryCheck(
  data: Data,
  accounts: readonly (readonly [Account, readonly Sent[]])[],
  { startedAt, until }: Day,
): () => Promise<void> {
  const steps = new Map(accounts.map(([{ id }, reports]) => [id, xpSteps(reports)]));
  const ids = accounts.map(([{ id }]) => id);
  const span = { from: iso(startedAt - hour), to: iso(until + hour) };
  const range = `from=${span.from}&to=${span.to}`;

  const stepsOf = (account: Account) => steps.get(account.id) ?? new Map();

  async function checkSeries(resolution: Resolution, from: number, to: number): Promise<void> {
    const names = ['Overall', ...skills];
    const query = `skills=${names}&resolution=${resolution}&from=${iso(from)}&to=${iso(to)}`;
    expect(await data(`/xp?accounts=${ids}&${query}`)).toEqual({
      resolution,
      from: iso(from),
      to: iso(to),
      accounts: accounts.map(([account]) => ({
        account,
        ...expectedSeries(stepsOf(account), names, resolution, from, to),
      })),
    });
  }

  async function checkGains(account: Account, from: number, to: number): Promise<void> {
    const [start = 0, end = 0] = [from, to].map((at) => at - (at % 300_000));
    expect(await data(`/accounts/${account.id}/gains?from=${iso(from)}&to=${iso(to)}`)).toEqual({
      account,
      period: null,
      from: iso(start),
      to: iso(end),
      gains: expectedGains(stepsOf(account), start, end),
    });
  }

  async function checkAccount(account: Account, reports: readonly Sent[]): Promise<void> {
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
    await checkGains(account, startedAt - hour, until + hour);
    await checkGains(account, startedAt + 7 * hour + 1, startedAt + 9 * hour + 123_456);
  }

  /** @returns when the week of the leaderboards began, epoch ms */
  async function checkGainers(): Promise<number> {
    const { from, to: _, ...gainers } = await data('/leaderboards/gains?period=week');
    const leaderboards = expectedGainers(accounts, Date.parse(from));
    expect(gainers).toEqual({ period: 'week', leaderboards });
    return Date.parse(from);
  }

  return async () => {
    await checkSeries('5m', startedAt - hour, until + hour);
    await checkSeries('5m', startedAt + 8 * hour + 1, startedAt + 10 * hour + 1);
    await checkSeries('1h', startedAt - hour, until + hour);
    await checkSeries('1d', startedAt, until);
    for (const [account, reports] of accounts) await checkAccount(account, reports);
    expect(await data(`/locations?accounts=${ids}&${range}`)).toEqual({
      ...span,
      accounts: accounts.map(([account, reports]) => ({ account, points: expectedTrail(reports) })),
    });
    const weekFrom = await checkGainers();
    // Events are served 10 s after they were stored.
    await vi.waitFor(() => checkFeed(data, accounts, weekFrom), { timeout: 20_000, interval: 500 });
  };
}
