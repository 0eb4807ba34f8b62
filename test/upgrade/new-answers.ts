import { expect } from 'vitest';
import type { HubClient } from '../support/hub/hub-client.ts';
import type { RecordedAnswers } from './recorded.ts';

// biome-ignore lint/suspicious/noExplicitAny: the routes check their answers
type Data = any;

export interface Asked {
  readonly client: HubClient;
  readonly recorded: RecordedAnswers;
  /** For routes whose tables are being built. */
  readonly withinMs: number;
}

const dayMs = 86_400_000;

/** The new routes of an account whose data 0.1.0 has. */
const newParts = [
  'records',
  'kills',
  'collection-log',
  'progress',
  'activity-days?tz=UTC&year=2026',
  'drops',
];

function recordedBy({ asked }: RecordedAnswers) {
  const answers = asked.filter(({ key }) => key === 'service');
  const of = (path: string): Data[] =>
    answers.filter((each) => each.path.startsWith(path)).map(({ data }) => data);
  const accounts: Data[] = of('/accounts')[0];
  const [range = ''] = answers.flatMap(({ path }) => /from=.*/.exec(path)?.[0] ?? []);
  return { of, accounts, range, events: of('/events?limit=200').flat() };
}

/** The first answers other than 503, which a new route gives while its tables are being built. */
export async function firstNewAnswers(asked: Asked): Promise<ReadonlyMap<string, Data>> {
  const { accounts } = recordedBy(asked.recorded);
  const paths = accounts.flatMap(({ id }) => newParts.map((part) => `/accounts/${id}/${part}`));
  const first = await Promise.all(
    paths.map(async (path) => {
      const seen = ({ status }: { status: number }) => status !== 503;
      const { key = '' } = { key: asked.recorded.keys.service };
      const { body } = await asked.client.getUntil(path, { key, seen, withinMs: asked.withinMs });
      return [path, body.data ?? null] as const;
    }),
  );
  return new Map(first);
}

/** The new routes agree with the recorded answers of 0.1.0. */
export async function expectNewAnswers(asked: Asked, first: ReadonlyMap<string, Data>): Promise<void> {
  const { of, accounts, range, events } = recordedBy(asked.recorded);
  const get = async (path: string): Promise<Data> => {
    const { status, body } = await asked.client.get(path, { key: asked.recorded.keys.service ?? '' });
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
    return body.data;
  };
  const gains = new Map<string, number>();
  let [xp, worn] = [0, 0];
  for (const { id, name } of accounts) {
    const [account, gained, sessions] = [
      of(`/accounts/${id}`)[0],
      of(`/accounts/${id}/gains`)[0],
      of(`/accounts/${id}/sessions`)[0].sessions,
    ];
    const own = events.filter((event) => event.account.id === id && !event.special_world);
    for (const part of newParts) {
      const path = `/accounts/${id}/${part}`;
      const status = (await asked.client.get(path, { key: asked.recorded.keys.service ?? '' })).status;
      expect([path, status]).toEqual([path, account.categories.includes(categoryOf(part)) ? 200 : 404]);
      if (status === 200) expect(await get(path)).toEqual(first.get(path));
    }
    if (account.categories.includes('events')) {
      const drops = own.filter(({ type }) => type === 'loot' || type === 'pk_loot');
      const { sources } = await get(`/accounts/${id}/drops`);
      expect([name, sum(sources, 'drops'), sum(sources, 'value_gp')]).toEqual([
        ...[name, drops.length, sum(drops, 'value_gp')],
      ]);
      const logged = own.filter(({ type }) => type === 'collection_log').map(({ data }) => data.itemName);
      const { items } = await get(`/accounts/${id}/collection-log`);
      expect((items ?? []).map((item: Data) => item.name).toSorted()).toEqual(
        [...new Set(logged)].toSorted(),
      );
    }
    const days = sessions.flatMap(({ started_at, ended_at, last_seen_at }: Data) => {
      const [from, to] = [started_at, ended_at ?? last_seen_at].map((at) =>
        Math.floor(Date.parse(at) / dayMs),
      );
      return Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, day) => utcDay((from ?? 0) + day));
    });
    const played = (await get(`/accounts/${id}/activity-days?tz=UTC&year=2026`)).days;
    expect([name, played.map(({ day }: Data) => day)]).toEqual([name, [...new Set(days)].toSorted()]);
    const overall = gained.gains[0].xp;
    if (overall > 0) gains.set(name, overall);
    const { records } = await get(`/accounts/${id}/records`);
    expect([name, records.length > 0]).toEqual([name, overall > 0]);
    xp += account.skills.overall_xp ?? 0;
    for (const { id: item } of account.equipment?.items ?? []) {
      const { items } = await get(`/items?items=${item}`);
      const places = items[0].places.filter(({ place }: Data) => place === 'worn');
      expect(places.map((place: Data) => place.account.id)).toContain(id);
      worn += 1;
    }
  }
  expect([gains.size > 2, worn > 5]).toEqual([true, true]);
  const boards = (await get(`/leaderboards/gains?${range}&skill=overall&limit=100`)).leaderboards;
  expect(new Map(boards[0].entries.map((each: Data) => [each.account.name, each.gain]))).toEqual(gains);
  const loot = await get(`/leaderboards/loot?${range}&group=item`);
  expect(loot.items.length).toBeGreaterThan(5);
  const best = await get(`/leaderboards/loot?${range}&limit=1`);
  const ranked = events.filter(({ type, special_world }) => /loot/.test(type) && !special_world);
  expect(best.entries[0].event.value_gp).toBe(Math.max(...ranked.map(({ value_gp }) => value_gp ?? 0)));
  const { accounts: number, total_xp, milestones } = await get('/guild');
  expect([number, total_xp, milestones.length > 0]).toEqual([accounts.length, xp, true]);
  expect((await get('/leaderboards/levels?limit=100')).entries).toHaveLength(accounts.length);
  expect((await get('/leaderboards/records?period=week')).entries).toHaveLength(gains.size);
  expect((await get('/leaderboards/kills?boss=Zulrah')).entries).toEqual([]);
  expect((await get('/leaderboards/bosses')).entries).toEqual([]);
  expect((await get('/leaderboards/collection-log')).entries).toEqual([]);
  expect(await get('/competitions')).toEqual({ competitions: [] });
}

function categoryOf(part: string): string {
  if (part.startsWith('activity-days')) return 'activity';
  return part === 'records' || part === 'progress' ? 'stats' : 'events';
}

function sum(rows: readonly Data[] | null, column: string): number {
  return (rows ?? []).reduce((total, row) => total + (row[column] ?? 0), 0);
}

function utcDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
