import { z } from 'zod';
import type { Route } from '../../../services/query/define-route.ts';
import { routes } from '../../../services/query/routes.ts';
import { Category } from '../../../shared/domain/category.ts';
import { parseCsv } from '../parse-csv.ts';
import type { GuildAccount } from './audiences.ts';
import { competitionIds, guildEvents, type Seen } from './open-guild.ts';

/** The category that each endpoint needs: read-api.md 4 and 5.7. */

type Body = { readonly data: never };

export interface AccountEndpoint {
  readonly name: string;
  /** `any`: open to every key that may read at least one category of the account. */
  readonly category: Category | 'any';
  readonly path: (id: string) => string;
}

/** A whole week, so that the answer has the data of the guild. */
const weekOf = (names: readonly string[]) => (names.includes('period') ? ['period=week'] : []);

/** Forms of a route in addition to the form without optional parameters. */
const forms: Readonly<Record<string, readonly string[]>> = {
  '/accounts/{id}/locations': ['detail=tile'],
  '/locations': ['detail=tile'],
  '/events': ['from=2020-01-01T00:00:00Z'],
};

/** Every route about an account, or about a list of accounts, in each of its forms. */
export const accountEndpoints: readonly AccountEndpoint[] = routes.flatMap((route) => {
  const { path, csvColumns } = route;
  const names = queryOf(route);
  const takesList = names.includes('accounts');
  if (!takesList && !path.startsWith('/accounts/{id}')) return [];
  const csv = csvColumns === undefined ? [] : ['format=csv'];
  return [[], ...[...(forms[path] ?? []), ...csv].map((form) => [form])].map((form) => {
    const ofForm = [...weekOf(names), ...form];
    const shown = [...form.map((each) => each.split('=')[0]), ...(takesList ? ['accounts'] : [])];
    return {
      name: [path, ...(shown.length === 0 ? [] : [shown.join('&')])].join('?'),
      category: categoryOf(route),
      path: (id) => {
        const query = [...ofForm, ...(takesList ? [`accounts=${id}`] : [])].join('&');
        return `${path.replace('{id}', id)}${query === '' ? '' : `?${query}`}`;
      },
    };
  });
});

function queryOf({ query }: Route): string[] {
  return query instanceof z.ZodObject ? Object.keys(query.shape) : [];
}

function categoryOf({ describedCategory }: Route): Category | 'any' {
  return describedCategory === undefined ? 'any' : Category.parse(describedCategory);
}

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
/** Each account has a drop and the other events. */
const eachEvent = (account: GuildAccount) => guildEvents.map(() => account);
const idsOf = ({ data }: Body) => (data as { id: string }[]).map(({ id }) => id);
const asListed = (accounts: readonly GuildAccount[]) => accounts;

/** Each account has one whip on, and one of the item 1513 in its bank. */
const itemLists = (
  [
    ['/items', '/items?items=4151', 'equipment'],
    ['/items?stored', '/items?items=1513', 'bank'],
    ['/items?format', '/items?items=1513&format=csv', 'bank'],
  ] as const
).map(
  ([name, path, category]): ListEndpoint => ({
    ...{ name, path, category, expected: asListed },
    ids: ({ data }) => {
      const { items } = data as { items?: { places: { account: { id: string } }[] }[] };
      if (items === undefined) return (data as Record<string, string>[]).map((row) => row.account_id ?? '');
      return items.flatMap(({ places }) => places.map(({ account }) => account.id));
    },
  }),
);

const competitionLists: readonly ListEndpoint[] = [
  {
    name: '/competitions',
    category: 'stats',
    path: '/competitions',
    ids: ({ data }) => {
      const { competitions } = data as { competitions: { teams: { accounts: { id: string }[] }[] }[] };
      return competitions.flatMap(({ teams }) =>
        teams.flatMap(({ accounts }) => accounts.map(({ id }) => id)),
      );
    },
    expected: asListed,
  },
  ...(['xp', 'drops'] as const).flatMap((kind) =>
    ['', 'format=csv'].map(
      (query): ListEndpoint => ({
        name: `/competitions/{id}?${kind}`,
        category: kind === 'xp' ? 'stats' : 'events',
        path: `/competitions/${competitionIds[kind]}?${query}`,
        ids: ({ data }) => {
          const { standings } = data as { standings?: { account: { id: string } }[] };
          if (standings !== undefined) return standings.map(({ account }) => account.id);
          return (data as Record<string, string>[]).map((row) => row.account_id ?? '');
        },
        expected: (accounts) => byRank(accounts).toReversed(),
      }),
    ),
  ),
];

interface GuildPeriod {
  readonly period: string;
  readonly top_gainers: readonly { readonly account: { readonly id: string } }[] | null;
  readonly best_drops: GuildPeriod['top_gainers'];
}

function periodOf(data: never, wanted: string): GuildPeriod {
  const found = (data as { periods: GuildPeriod[] }).periods.find(({ period }) => period === wanted);
  if (found === undefined) throw new Error(`the guild has no ${wanted}`);
  return found;
}

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
  const nameOf = new Map(all.map(({ id, name }) => [id, name]));
  const names = encodeURIComponent(all.map(({ name }) => name).join());
  const listed: readonly ListEndpoint[] = [
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
      expected: (accounts) => byRank(accounts).flatMap(eachEvent),
    },
    {
      name: '/events?from',
      category: 'events',
      path: '/events?from=2020-01-01T00:00:00Z&limit=500',
      ids: ({ data }) => (data as { account: { id: string } }[]).map(({ account }) => account.id),
      expected: (accounts) => byRank(accounts).toReversed().flatMap(eachEvent),
    },
    ...itemLists,
    ...competitionLists,
    {
      name: '/guild',
      category: 'stats',
      path: '/guild',
      ids: ({ data }) => periodOf(data, 'week').top_gainers?.map(({ account }) => account.id) ?? [],
      expected: (accounts) => byRank(accounts).toReversed().slice(0, 5),
    },
    {
      name: '/guild?drops',
      category: 'events',
      path: '/guild',
      ids: ({ data }) => periodOf(data, 'week').best_drops?.map(({ account }) => account.id) ?? [],
      expected: (accounts) => byRank(accounts).toReversed().slice(0, 5),
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
    {
      // The answer counts the accounts, and names none of them.
      name: '/leaderboards/bosses',
      category: 'events',
      path: '/leaderboards/bosses',
      ids: ({ data }) => {
        const [first] = (data as { entries: { accounts: number }[] }).entries;
        return Array.from({ length: first?.accounts ?? 0 }, () => 'counted');
      },
      expected: (accounts) => accounts.map((account) => ({ ...account, id: 'counted' })),
    },
  ];
  const others = routes.filter(
    ({ path }) => isOfGuild(path) && !listed.some(({ name }) => isForm(name, path)),
  );
  return [...listed, ...others.map((route) => listOfAnyOrder(route, nameOf))];
}

function isOfGuild(path: string): boolean {
  return path !== '/me' && !path.includes('{') && !listTaking.some(({ name }) => isForm(name, path));
}

function isForm(name: string, path: string): boolean {
  return name.split('?')[0] === path;
}

/** A list that has no entry above: every account with the category is anywhere in the answer. */
function listOfAnyOrder(route: Route, nameOf: ReadonlyMap<string, string>): ListEndpoint {
  const parameters = queryOf(route);
  const boss = parameters.includes('boss') ? ['boss=zulrah'] : [];
  const whole = parameters.includes('around') ? ['limit=100'] : [];
  const query = [...weekOf(parameters), ...boss, ...whole].join('&');
  return {
    name: route.path,
    category: categoryOf(route),
    path: `${route.path}${query === '' ? '' : `?${query}`}`,
    ids: (body) => {
      const found = [...nameOf].filter(([id]) => JSON.stringify(body.data).includes(`"id":"${id}"`));
      return found.toSorted(([, one], [, other]) => (one < other ? -1 : 1)).map(([id]) => id);
    },
    expected: asListed,
  };
}
