import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { projections } from '../projections/registry.ts';
import { type PastOptions, writePast } from '../services/hub/past/write-past.ts';
import { readStandaloneSettings } from '../services/standalone/settings.ts';
import { startStandalone } from '../services/standalone/start-standalone.ts';
import { categories } from '../shared/domain/category.ts';
import { skills } from '../shared/domain/skill.ts';
import { createLogger } from '../shared/logger.ts';
import { buildGeneration } from '../shared/projection/build-generation.ts';
import { digestGeneration } from '../shared/projection/generation-digest.ts';
import { promote } from '../shared/projection/promote.ts';
import { liveGeneration } from '../shared/projection/testing/step-projector.ts';
import { checkLiveState } from './day/check-live-state.ts';
import { comeBack } from './day/come-back.ts';
import { expectedEvents } from './day/expected-events.ts';
import { expectedChanges, expectedDays } from './day/expected-gear.ts';
import { expectedGainers, expectedLoot } from './day/expected-leaderboards.ts';
import { expectedSessions } from './day/expected-sessions.ts';
import { expectedTrail } from './day/expected-trail.ts';
import { expectedGain, expectedPoints, xpSteps } from './day/expected-xp.ts';
import { type DayKey, makeKeys, type Rights } from './day/keys.ts';
import { hideLocations, knownAccounts, namedAccounts } from './day/known-accounts.ts';
import { iso, type Sent, sentReports } from './day/sent.ts';
import { freshDatabase } from './support/database.ts';
import { createHubClient } from './support/hub-client.ts';

const hour = 3_600_000;
const day = 24 * hour;
const players = 40;
const seed = 11;
const everything: Rights = { kind: 'service', creator: null, categories, scope: null };

test('a day of a guild: every endpoint answers what was sent, after a rebuild too', async () => {
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
  const accounts = namedAccounts(hub.core, sent);
  // Some do not play that day.
  expect(accounts.length).toBeGreaterThan(players / 4);
  await hideLocations(hub.core, accounts);
  const reader = await hub.readerOf(everything, 8);
  const check = createCheck(reader, accounts, sent, { startedAt, until });
  const checkLive = await createLiveCheck(hub, reader, accounts, sent);
  await check();
  await vi.waitFor(checkLive, { timeout: 20_000, interval: 500 });

  for (const projection of projections) {
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
  await vi.waitFor(checkLive, { timeout: 20_000, interval: 500 });
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
  const client = createHubClient(`http://127.0.0.1:${hub.port}`);
  // It reads what it checks answers by while the hub has the time.
  await client.get('/openapi.json');
  return {
    core: hub.core,
    /** Asks by turns with each of `count` keys, since each may ask 600 times a minute, and once a second for all. */
    readerOf: async (rights: Rights, count: number) => {
      const keys = await makeKeys(hub.core, rights, count);
      let asked = 0;
      const ask = async (path: string) => {
        asked += 1;
        const by = keys[asked % keys.length] as DayKey;
        // What is expected is computed in the hub's own process, which is too busy to answer meanwhile.
        const seen = ({ status }: { readonly status: number }) => status !== 503;
        const { status, body } = await client.getUntil(path, { key: by.key, seen, withinMs: 10_000 });
        if (status !== 200) throw new Error(`${path} was answered ${status}`);
        return { body, by };
      };
      return { rights, ask, data: async (path: string) => (await ask(path)).body.data };
    },
  };
}

type Reader = Awaited<ReturnType<Hub['readerOf']>>;

interface Account {
  readonly id: string;
  readonly name: string;
}

/** Asks for the present as different keys see it, when some players are back. */
async function createLiveCheck(
  { core, readerOf }: Hub,
  reader: Reader,
  named: ReturnType<typeof namedAccounts>,
  sent: ReadonlyMap<string, readonly Sent[]>,
) {
  const scope = named.slice(1, players / 4).map(({ id }) => id);
  const readers = [
    reader,
    await readerOf({ ...everything, categories: ['stats', 'location_live', 'equipment'], scope }, 2),
    await readerOf({ ...everything, kind: 'user', creator: named[3]?.name ?? '' }, 2),
  ];
  const returnedAt = Date.now();
  const accounts = await knownAccounts(core, named, await comeBack(core, sent, returnedAt));
  return async (): Promise<void> => {
    for (const each of readers) await checkLiveState(each, accounts, returnedAt);
  };
}

/** Asks for all that became of every account that day, and compares it with what was sent. */
function createCheck(
  { data }: Reader,
  named: readonly Account[],
  sent: ReadonlyMap<string, readonly Sent[]>,
  { startedAt, until }: { readonly startedAt: number; readonly until: number },
) {
  const accounts = named.map(({ id, name }) => [{ id, name }, sent.get(name) ?? []] as const);
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
