import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { projections } from '../projections/registry.ts';
import { type HistoryOptions, writeHistoryOf } from '../services/demo/history/write-history.ts';
import { readStandaloneSettings } from '../services/standalone/settings.ts';
import { startStandalone } from '../services/standalone/start-standalone.ts';
import { defaultCategories } from '../shared/domain/category.ts';
import { createLogger } from '../shared/observability/logger.ts';
import { promote } from '../shared/projection/replay/promote.ts';
import { buildGeneration } from '../shared/projection/testing/build-generation.ts';
import { digestGeneration } from '../shared/projection/testing/digest-generation.ts';
import { liveGeneration } from '../shared/projection/testing/step-projector.ts';
import { createHistoryCheck } from './day/check-history.ts';
import { checkPresent } from './day/check-present.ts';
import { comeBack } from './day/come-back.ts';
import { type DayKey, makeKeys, type Rights } from './day/keys.ts';
import { hideLocations, knownAccounts, namedAccounts } from './day/known-accounts.ts';
import { type Sent, sentReports } from './day/sent.ts';
import { samplesOf, unlistedIn } from './observability/exposition.ts';
import { createHubClient } from './support/hub/hub-client.ts';
import { freshDatabase } from './support/postgres/database.ts';

const day = 86_400_000;
const players = 24;
const seed = 11;
const metricsToken = 'a-metrics-token-of-a-test';
const everything: Rights = { kind: 'service', creator: null, categories: defaultCategories, scope: null };

test('a day of a guild: every endpoint answers with the data that was sent, also after a rebuild', async () => {
  const hub = await startHub();
  // Some players came back up to 250 s ago (day/come-back.ts), which must be on a later UTC day
  // than `until`.
  const now = Date.now() - 5 * 60_000;
  // The day lasts from noon to noon, so that a UTC day begins in it.
  const until = now - (now % day) - day / 2;
  const startedAt = until - day;
  const options: HistoryOptions = {
    hub: hub.core,
    players,
    seed,
    days: 1,
    until,
    writtenFrom: {},
    onProgress: () => {},
    signal: new AbortController().signal,
  };
  expect(await writeHistoryOf(options)).not.toBeNull();
  expect(await writeHistoryOf(options)).toBeNull();

  const sent = sentReports({ players, seed, startedAt, until });
  // Writing the history blocked the process, so its directory must catch up.
  await vi.waitFor(() => hub.core.directory.current(), { timeout: 60_000 });
  const accounts = namedAccounts(hub.core, sent);
  // Some members do not play that day.
  expect(accounts.length).toBeGreaterThan(players / 4);
  await hideLocations(hub.core, accounts);
  const reader = await hub.readerOf(everything, 8);
  const played = accounts.map(({ id, name }) => [{ id, name }, sent.get(name) ?? []] as const);
  const askHistory = createHistoryCheck(reader.data, played, { startedAt, until });
  const askPresent = await createPresentCheck(hub, reader, accounts, sent);
  await askHistory();
  await vi.waitFor(askPresent, { timeout: 60_000, interval: 500 });

  for (const projection of projections) {
    const { database, journal } = hub.core;
    const live = await liveGeneration(database, projection);
    const built = await buildGeneration({ database, journal, projection });
    expect((await digestGeneration(database, built)).digest, projection.name).toBe(
      (await digestGeneration(database, live)).digest,
    );
    await promote(database, projection.name, { force: true });
    const { tables } = await digestGeneration(database, live);
    // A query that still reads the old tables then gets nothing.
    for (const { table } of tables) await database.run({ text: `truncate ${live.schema}."${table}"` });
  }
  await vi.waitFor(askHistory, { timeout: 60_000, interval: 500 });
  await vi.waitFor(askPresent, { timeout: 60_000, interval: 500 });
  await checkMetrics(hub);
});

/** Labels whose values are numbers. */
const numbered = ['le', 'partition', 'status', 'major', 'minor', 'patch', 'quantile'];

/** No label of a metric names a person or a place of the day (read-api.md 8). */
async function checkMetrics({ core, metricsOf }: Hub): Promise<void> {
  const exposition = await metricsOf();
  const samples = samplesOf(exposition);
  expect(samples.length).toBeGreaterThan(300);
  expect(
    unlistedIn(exposition, 'standalone'),
    'infra/reference/metric-groups.ts lacks these metrics',
  ).toEqual([]);
  const { members, accounts, devicesByTokenHash, keysByPrefix } = core.directory.current();
  const people = [...members.values(), ...accounts.values()].flatMap(({ id, name }) => [id, name ?? id]);
  const devices = [...devicesByTokenHash.values()].flatMap(({ id, name }) => [id, name]);
  expect(people.length).toBeGreaterThan(players);
  for (const word of [...people, ...devices, ...keysByPrefix.keys()]) expect(exposition).not.toContain(word);
  const values = samples.flatMap(({ labels }) =>
    Object.entries(labels).flatMap(([name, value]) => (numbered.includes(name) ? [] : [value])),
  );
  expect(
    [...new Set(values)].filter(
      (value) => !/^(?:hub\.|v\d)?[a-zA-Z_.]*[a-zA-Z_-]+[a-zA-Z0-9_.-]*$/.test(value),
    ),
  ).toEqual([]);
  expect([...new Set(values)].length).toBeLessThan(120);
}

type Hub = Awaited<ReturnType<typeof startHub>>;

async function startHub() {
  const fresh = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-day-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const hub = await startStandalone(
    readStandaloneSettings({
      PORT: '0',
      WORKER_METRICS_PORT: '0',
      BACKUP_ENABLED: 'false',
      METRICS_TOKEN: metricsToken,
      DATA_DIR: dataDir,
      DATABASE_URL: fresh.url,
    }),
    createLogger({ name: 'test-hub', level: 'error' }),
  );
  onTestFinished(() => hub.close());
  const client = createHubClient(`http://127.0.0.1:${hub.port}`);
  // Fetches the OpenAPI document while the hub is not busy.
  await client.get('/openapi.json');
  return {
    core: hub.core,
    metricsOf: async () => {
      const headers = { authorization: `Bearer ${metricsToken}` };
      return (await fetch(`http://127.0.0.1:${hub.port}/metrics`, { headers })).text();
    },
    /**
     * A key may ask 600 times a minute, and once a second for all accounts, so `count` keys take
     * turns.
     */
    readerOf: async (rights: Rights, count: number) => {
      const keys = await makeKeys(hub.core, rights, count);
      let asked = 0;
      const ask = async (path: string) => {
        asked += 1;
        const by = keys[asked % keys.length] as DayKey;
        // The test computes in the hub's process, so the hub may be busy.
        const seen = ({ status }: { readonly status: number }) => status !== 503 && status !== 429;
        const { status, body } = await client.getUntil(path, { key: by.key, seen, withinMs: 10_000 });
        if (status !== 200) throw new Error(`${path} was answered ${status}`);
        return { body, by };
      };
      return { rights, ask, data: async (path: string) => (await ask(path)).body.data };
    },
  };
}

type Reader = Awaited<ReturnType<Hub['readerOf']>>;

async function createPresentCheck(
  { core, readerOf }: Hub,
  reader: Reader,
  named: ReturnType<typeof namedAccounts>,
  sent: ReadonlyMap<string, readonly Sent[]>,
) {
  const scope = named.slice(1, players / 4).map(({ id }) => id);
  const readers = [
    reader,
    // Without `activity`, no answer may show when players played. The creator of the second key
    // sees their own place.
    await readerOf({ ...everything, categories: ['stats', 'location_live', 'equipment'], scope }, 2),
    await readerOf({ ...everything, kind: 'user', creator: named[3]?.name ?? '' }, 2),
  ];
  const returnedAt = Date.now();
  const accounts = knownAccounts(named, await comeBack(core, sent, returnedAt));
  let since = 0;
  await vi.waitFor(
    async () => {
      // An answer is cached with its `last_modified` until an account changes.
      since += 1;
      const { body } = await reader.ask(`/snapshot?since=${new Date(since).toISOString()}`);
      expect(Date.parse(body.meta.last_modified)).toBeGreaterThanOrEqual(returnedAt);
    },
    { timeout: 60_000, interval: 500 },
  );
  return async (): Promise<void> => {
    for (const each of readers) await checkPresent(each, accounts, returnedAt);
  };
}
