import type { Category } from '../../../shared/domain/category.ts';
import { parseCsv } from '../parse-csv.ts';
import type { GuildAccount } from './audiences.ts';
import type { Seen } from './open-guild.ts';

/** The category that each endpoint needs: read-api.md 4 and 5.7. */

type Body = { readonly data: never };

export interface AccountEndpoint {
  readonly name: string;
  /** `any`: open to every key that may read at least one category of the account. */
  readonly category: Category | 'any';
  readonly path: (id: string) => string;
}

export const accountEndpoints: readonly AccountEndpoint[] = [
  { name: '/accounts/{id}', category: 'any', path: (id) => `/accounts/${id}` },
  { name: '/accounts/{id}/xp', category: 'stats', path: (id) => `/accounts/${id}/xp` },
  { name: '/accounts/{id}/gains', category: 'stats', path: (id) => `/accounts/${id}/gains?period=week` },
  { name: '/accounts/{id}/sessions', category: 'activity', path: (id) => `/accounts/${id}/sessions` },
  {
    name: '/accounts/{id}/equipment-history',
    category: 'equipment',
    path: (id) => `/accounts/${id}/equipment-history`,
  },
  { name: '/accounts/{id}/wealth', category: 'inventory', path: (id) => `/accounts/${id}/wealth` },
  {
    name: '/accounts/{id}/locations',
    category: 'location_history',
    path: (id) => `/accounts/${id}/locations`,
  },
  {
    name: '/accounts/{id}/locations?detail',
    category: 'location_history',
    path: (id) => `/accounts/${id}/locations?detail=tile`,
  },
  { name: '/xp?accounts', category: 'stats', path: (id) => `/xp?accounts=${id}` },
  { name: '/accounts/{id}/xp?format', category: 'stats', path: (id) => `/accounts/${id}/xp?format=csv` },
  {
    name: '/accounts/{id}/gains?format',
    category: 'stats',
    path: (id) => `/accounts/${id}/gains?period=week&format=csv`,
  },
  {
    name: '/accounts/{id}/wealth?format',
    category: 'inventory',
    path: (id) => `/accounts/${id}/wealth?format=csv`,
  },
  { name: '/xp?format&accounts', category: 'stats', path: (id) => `/xp?format=csv&accounts=${id}` },
  { name: '/locations?accounts', category: 'location_history', path: (id) => `/locations?accounts=${id}` },
  {
    name: '/locations?detail&accounts',
    category: 'location_history',
    path: (id) => `/locations?detail=tile&accounts=${id}`,
  },
  { name: '/events?accounts', category: 'events', path: (id) => `/events?accounts=${id}` },
  {
    name: '/events?from&accounts',
    category: 'events',
    path: (id) => `/events?from=2020-01-01T00:00:00Z&accounts=${id}`,
  },
];

/** Endpoints that take a list of accounts: one hidden account hides the whole answer. */
export const listTaking = accountEndpoints.filter(({ name }) => /[?&]accounts$/.test(name));

/** CSV gives an object for each line. */
// biome-ignore lint/suspicious/noExplicitAny: each endpoint knows its body
export function bodyOf({ text, headers }: Pick<Seen, 'text' | 'headers'>): any {
  if (!String(headers['content-type']).startsWith('text/csv')) return JSON.parse(text);
  const [columns = [], ...lines] = parseCsv(text);
  const data = lines.map((line) => Object.fromEntries(columns.map((name, at) => [name, line[at]])));
  return { data, meta: {} };
}

/** An endpoint that answers about every account that the key reads. */
export interface ListEndpoint {
  readonly name: string;
  readonly category: Category | 'any';
  readonly path: string;
  /** The accounts in the answer, in its order. */
  readonly ids: (body: Body) => string[];
  /** Selects the accounts of the answer, in its order. The input is sorted by name. */
  readonly expected: (accounts: readonly GuildAccount[]) => readonly GuildAccount[];
}

const byRank = (accounts: readonly GuildAccount[]) =>
  accounts.toSorted((one, other) => one.rank - other.rank);
const idsOf = ({ data }: Body) => (data as { id: string }[]).map(({ id }) => id);
const asListed = (accounts: readonly GuildAccount[]) => accounts;

export function listEndpoints(
  all: readonly { readonly id: string; readonly name: string }[],
): ListEndpoint[] {
  const list = (name: string, path: string): ListEndpoint => ({
    name,
    path,
    category: 'any',
    ids: idsOf,
    expected: asListed,
  });
  const csv = (name: string, path: string, column: string): ListEndpoint => ({
    ...list(name, path),
    ids: ({ data }) => (data as Record<string, string>[]).map((row) => row[column] ?? ''),
  });
  const ids = all.map(({ id }) => id).join();
  const names = encodeURIComponent(all.map(({ name }) => name).join());
  return [
    list('/accounts', '/accounts'),
    list('/accounts?ids', `/accounts?ids=${ids}`),
    list('/accounts?names', `/accounts?names=${names}`),
    csv('/accounts?format', '/accounts?format=csv', 'id'),
    list('/snapshot', '/snapshot'),
    list('/snapshot?since', '/snapshot?since=2020-01-01T00:00:00Z'),
    ...[true, false].map(
      (online): ListEndpoint => ({
        ...list('/accounts?online', `/accounts?online=${online}`),
        category: 'activity',
        expected: (accounts) => accounts.filter((account) => account.online === online),
      }),
    ),
    {
      name: '/events',
      category: 'events',
      path: '/events?limit=500',
      ids: ({ data }) => (data as { account: { id: string } }[]).map(({ account }) => account.id),
      expected: byRank,
    },
    {
      name: '/events?from',
      category: 'events',
      path: '/events?from=2020-01-01T00:00:00Z&limit=500',
      ids: ({ data }) => (data as { account: { id: string } }[]).map(({ account }) => account.id),
      expected: (accounts) => byRank(accounts).toReversed(),
    },
    {
      name: '/leaderboards/gains',
      category: 'stats',
      path: '/leaderboards/gains?period=week&skill=attack',
      ids: ({ data }) =>
        (data as { leaderboards: { entries: { account: { id: string } }[] }[] }).leaderboards.flatMap(
          ({ entries }) => entries.map(({ account }) => account.id),
        ),
      expected: (accounts) => byRank(accounts).toReversed().slice(0, 10),
    },
    {
      ...csv(
        '/leaderboards/gains?format',
        '/leaderboards/gains?period=week&skill=attack&format=csv',
        'account_id',
      ),
      category: 'stats',
      expected: (accounts) => byRank(accounts).toReversed().slice(0, 10),
    },
    {
      ...csv('/leaderboards/loot?format', '/leaderboards/loot?period=week&limit=50&format=csv', 'account_id'),
      category: 'events',
      expected: (accounts) => byRank(accounts).toReversed(),
    },
    {
      name: '/leaderboards/loot',
      category: 'events',
      path: '/leaderboards/loot?period=week&limit=50',
      ids: ({ data }) =>
        (data as { entries: { event: { account: { id: string } } }[] }).entries.map(
          ({ event }) => event.account.id,
        ),
      expected: (accounts) => byRank(accounts).toReversed(),
    },
  ];
}
