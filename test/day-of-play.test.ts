import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { projections } from '../projections/registry.ts';
import { makeServiceKeys } from '../services/demo/enrolment.ts';
import { newKey } from '../services/hub/new-key.ts';
import { type PastOptions, writePast } from '../services/hub/past/write-past.ts';
import { readStandaloneSettings } from '../services/standalone/settings.ts';
import { startStandalone } from '../services/standalone/start-standalone.ts';
import { skills } from '../shared/domain/skill.ts';
import { createLogger } from '../shared/logger.ts';
import { buildGeneration } from '../shared/projection/build-generation.ts';
import { digestGeneration } from '../shared/projection/generation-digest.ts';
import { promote } from '../shared/projection/promote.ts';
import { liveGeneration } from '../shared/projection/testing/step-projector.ts';
import { expectedEvents } from './day/expected-events.ts';
import { expectedChanges, expectedDays } from './day/expected-gear.ts';
import { expectedGainers, expectedLoot } from './day/expected-leaderboards.ts';
import { expectedSessions } from './day/expected-sessions.ts';
import { expectedTrail } from './day/expected-trail.ts';
import { expectedGain, expectedPoints, xpSteps } from './day/expected-xp.ts';
import { iso, type Sent, sentReports } from './day/sent.ts';
import { freshDatabase } from './support/database.ts';
import { createHubClient } from './support/hub-client.ts';

const hour = 3_600_000;
const day = 24 * hour;
const players = 40;
const seed = 11;
const history = [
  'xp-history',
  'play-sessions',
  'equipment-history',
  'wealth-days',
  'location-trail',
  'event-feed',
] as const;

test('a day of a guild: every endpoint of the history answers what was sent, after a rebuild too', async () => {
  const hub = await startHub();
  const now = Date.now();
  // From noon to noon, so that a UTC day begins within.
  const until = now - (now % day) - day / 2;
  const startedAt = until - day;
  const options: PastOptions = {
    hub: hub.core,
    players,
    seed,
    days: 1,
    until,
    positionsFrom: 0,
    onProgress: () => {},
    signal: new AbortController().signal,
  };
  expect(await writePast(options)).not.toBeNull();
  expect(await writePast(options)).toBeNull();

  const sent = sentReports({ players, seed, startedAt, until });
  const check = await createCheck(hub, sent, { startedAt, until });
  await check();

  for (const projection of projections.filter(({ name }) => (history as readonly string[]).includes(name))) {
    const { database, journal } = hub.core;
    const live = await liveGeneration(database, projection);
    const built = await buildGeneration({ database, journal, projection });
    expect((await digestGeneration(database, built)).digest, projection.name).toBe(
      (await digestGeneration(database, live)).digest,
    );
    await promote(database, projection.name, { force: true });
    const { tables } = await digestGeneration(database, live);
    // Whoever still asks the old tables gets nothing.
    for (const { table } of tables) await database.run({ text: `truncate ${live.schema}."${table}"` });
  }
  await vi.waitFor(check, { timeout: 20_000, interval: 500 });
}, 90_000);

type Hub = Awaited<ReturnType<typeof startHub>>;

async function startHub() {
  const fresh = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-day-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const hub = await startStandalone(
    readStandaloneSettings({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: fresh.url }),
    createLogger({ name: 'test-hub', level: 'error' }),
  );
  onTestFinished(() => hub.close());
  const keys = Array.from({ length: 8 }, newKey);
  await makeServiceKeys(hub.core, keys);
  const client = createHubClient(`http://127.0.0.1:${hub.port}`);
  let asked = 0;
  return {
    core: hub.core,
    /** The `data` of an answer; by turns with each key, since each may ask 600 times a minute. */
    data: async (path: string) => {
      asked += 1;
      const { status, body } = await client.get(path, { key: keys[asked % keys.length]?.key ?? '' });
      if (status !== 200) throw new Error(`${path} was answered ${status}`);
      return body.data;
    },
  };
}

interface Account {
  readonly id: string;
  readonly name: string;
}

/** Asks everything of every account, and compares it with what was sent. */
async function createCheck(
  { data }: Hub,
  sent: ReadonlyMap<string, readonly Sent[]>,
  { startedAt, until }: { readonly startedAt: number; readonly until: number },
) {
  const listed: Account[] = (await data('/accounts')).map(({ id, name }: Account) => ({ id, name }));
  const accounts = listed.map((account) => [account, sent.get(account.name) ?? []] as const);
  // Some do not play that day.
  expect(accounts.length).toBeGreaterThan(players / 4);
  expect(accounts.map(([{ name }]) => name).toSorted()).toEqual(
    [...sent].flatMap(([name, reports]) => (reports.some(({ own }) => own) ? [name] : [])).toSorted(),
  );
  const steps = new Map(accounts.map(([{ id }, reports]) => [id, xpSteps(reports)]));
  const range = `from=${iso(startedAt - hour)}&to=${iso(until + hour)}`;
  const names = ['Overall', ...skills];

  async function checkSeries(resolution: '5m' | '1h' | '1d', from: number, to: number): Promise<void> {
    const ids = accounts.map(([{ id }]) => id);
    const query = `accounts=${ids}&skills=${names}&resolution=${resolution}&from=${iso(from)}&to=${iso(to)}`;
    for (const { account, series } of (await data(`/xp?${query}`)).accounts) {
      for (const { skill, points } of series) {
        const expected = expectedPoints(steps.get(account.id)?.get(skill) ?? [], resolution, from, to);
        expect(points, `${account.name} ${skill} ${resolution}`).toEqual(expected);
      }
    }
  }

  async function checkTrails(): Promise<void> {
    const trails = await data(`/locations?accounts=${accounts.map(([{ id }]) => id)}&${range}`);
    expect(trails.accounts).toEqual(
      accounts.map(([account, reports]) => ({ account, points: expectedTrail(reports) })),
    );
  }

  async function checkEvents({ id, name }: Account, reports: readonly Sent[]): Promise<void> {
    const served = (await data(`/events?accounts=${id}&limit=500`)).map((event: Record<string, unknown>) => ({
      type: event.type,
      occurred_at: event.occurred_at,
      received_at: event.received_at,
      special_world: event.special_world,
      data: event.data,
    }));
    expect(served, name).toEqual(expectedEvents(reports).slice(-500));
  }

  async function checkAccount({ id, name }: Account, reports: readonly Sent[]): Promise<void> {
    const { sessions } = await data(`/accounts/${id}/sessions?${range}`);
    const withoutIds = sessions.map(({ id: _, ...session }: { id: string }) => session);
    expect(withoutIds, name).toEqual(expectedSessions(reports));
    const { changes } = await data(`/accounts/${id}/equipment-history?${range}`);
    expect(changes, name).toEqual(expectedChanges(reports));
    const { days } = await data(`/accounts/${id}/wealth?${range}`);
    expect(days, name).toEqual(expectedDays(reports));
    const { points } = await data(`/accounts/${id}/locations?${range}`);
    expect(points, name).toEqual(expectedTrail(reports));
    const { series } = await data(`/accounts/${id}/xp?resolution=5m&skills=Overall,Slayer&${range}`);
    const slayer = expectedPoints(steps.get(id)?.get('Slayer') ?? [], '5m', startedAt - hour, until + hour);
    expect(series[1], name).toEqual({ skill: 'Slayer', points: slayer });
    for (const [from, to] of [
      [startedAt - hour, until + hour],
      [startedAt + 7 * hour + 1, startedAt + 9 * hour + 123_456],
    ] as const) {
      const { gains } = await data(`/accounts/${id}/gains?from=${iso(from)}&to=${iso(to)}`);
      for (const { skill, xp } of gains.filter((gain: { skill: string }) => gain.skill !== 'Overall')) {
        const [start, end] = [from, to].map((at) => at - (at % 300_000));
        expect(xp, `${name} ${skill}`).toBe(
          expectedGain(steps.get(id)?.get(skill) ?? [], start ?? 0, end ?? 0),
        );
      }
    }
  }

  return async (): Promise<void> => {
    await checkSeries('5m', startedAt - hour, until + hour);
    await checkSeries('5m', startedAt + 8 * hour + 1, startedAt + 10 * hour + 1);
    await checkSeries('1h', startedAt - hour, until + hour);
    await checkSeries('1d', startedAt, until);
    for (const [account, reports] of accounts) await checkAccount(account, reports);
    await checkTrails();
    const gainers = await data('/leaderboards/gains?period=week');
    const week = [Date.parse(gainers.from), Date.parse(gainers.to)] as const;
    expect(gainers.leaderboards).toEqual(expectedGainers(accounts, ...week));
    await vi.waitFor(
      async () => {
        // Served 10 s after they were stored.
        const { entries } = await data('/leaderboards/loot?period=week&limit=50');
        const dearest = entries.map(({ event }: { event: { account: Account; value_gp: number } }) => [
          event.account.id,
          event.value_gp,
        ]);
        expect(dearest).toEqual(expectedLoot(accounts, week[0], 50));
        for (const [account, reports] of accounts) await checkEvents(account, reports);
      },
      { timeout: 20_000, interval: 500 },
    );
  };
}
