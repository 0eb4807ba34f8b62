import { expect, test } from 'vitest';
import { given } from '../../../projections/access/testing/membership.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { openAccount } from '../../../test/support/authorisation/audiences.ts';
import { competitionIds, openGuild } from '../../../test/support/authorisation/open-guild.ts';
import { parseCsv } from '../../../test/support/parse-csv.ts';
import { routes } from '../routes.ts';

const formula = '=SUM(1,"2")';

const guild = onceAFile(async () => {
  const opened = await openGuild();
  await opened.api.appendMembership(given.description(openAccount, formula));
  return opened;
});

async function get(path: string, relation: 'all' | 'service' = 'all') {
  const { api, keys } = guild();
  api.advanceLimitClock(60_000);
  const headers = { authorization: `Bearer ${keys[relation]}` };
  return api.app.inject({ url: `/api/v1${path}`, headers });
}

type Json = Readonly<Record<string, unknown>>;

const queries: Readonly<Record<string, string>> = {
  '/accounts/{id}/xp': 'skills=attack,overall',
  '/xp': `accounts=${openAccount}&resolution=1h`,
  '/accounts/{id}/gains': 'period=week',
  '/items': 'items=1513',
  '/leaderboards/gains': 'period=week',
  '/leaderboards/loot': 'period=week&limit=50',
  '/leaderboards/kills': 'boss=zulrah',
};
const tables = routes.flatMap(({ path, csvColumns }) =>
  csvColumns === undefined
    ? []
    : [
        [
          `${path.replace('{id}', path.startsWith('/accounts') ? openAccount : competitionIds.drops)}?${queries[path] ?? ''}`,
          csvColumns.filter((name) => name !== 'account_hash'),
        ] as const,
      ],
);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A line for each element of the innermost lists, with the objects around it, innermost first. */
function linesOf(data: unknown, around: readonly Json[] = []): (readonly Json[])[] {
  if (Array.isArray(data)) return data.flatMap((element) => linesOf(element, around));
  const own = data as Json;
  const lists = Object.entries(own).filter(([, value]) => Array.isArray(value) && value.length > 0);
  if (lists.length === 0) return [[own, ...around]];
  return (lists as [string, unknown[]][]).flatMap(([name, list]) => {
    // A point of a series is a pair.
    if (Array.isArray(list[0])) return (list as unknown[][]).map(([at, xp]) => [{ at, xp }, own, ...around]);
    // An element of `items` is also an object `item`, for columns like `item_id`.
    const elements = list.map((each) =>
      isObject(each) ? { [name.replace(/s$/, '')]: each, ...each } : each,
    );
    return linesOf(elements, [own, ...around]);
  });
}

/** `account_name` is `name` of the object `account`; `value_gp` may be in the object of a line. */
function cellOf(column: string, [own, ...around]: readonly Json[]): unknown {
  if (own === undefined) return undefined;
  if (column in own) return own[column];
  for (const [name, inner] of Object.entries(own)) {
    if (!isObject(inner)) continue;
    const ofInner = column.startsWith(`${name}_`) ? column.slice(name.length + 1) : column;
    const found = cellOf(ofInner, [inner]);
    if (found !== undefined) return found;
  }
  return cellOf(column, around);
}

function shown(value: unknown): string {
  const text = String(value ?? '');
  return typeof value === 'string' && /^[=+\-@]/.test(value) ? `'${text}` : text;
}

test.each(tables)(
  '%s answers the rows of its JSON as CSV (rules/additions.md#formatcsv)',
  async (path, columns) => {
    const lineObjects = linesOf((await get(path)).json().data);
    const expected = lineObjects.map((line) => columns.map((column) => cellOf(column, line)));
    const answer = await get(`${path}&format=csv`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
    ]);
    const [header, ...lines] = parseCsv(answer.body);
    expect(header).toEqual(columns);
    // The ends of a period that lasts until now differ from one request to the next.
    const times = ['from', 'to'].map((name) => columns.indexOf(name));
    const fixed = (line: readonly unknown[]) =>
      line.map((value, at) => (times.includes(at) ? '' : shown(value)));
    expect(lines.map((line) => line.map((value, at) => (times.includes(at) ? '' : value)))).toEqual(
      expected.map(fixed),
    );
    expect(lines.length).toBeGreaterThan(0);
    if (path !== '/leaderboards/bosses?') expect(lines.flat()).toContain(`'${formula}`);
  },
);

test('only a service key gets the column with the hash', async () => {
  const [header] = parseCsv((await get('/accounts?format=csv', 'service')).body);
  expect(header?.slice(-2)).toEqual(['last_seen', 'account_hash']);
});

test('errors of an endpoint that answers CSV stay JSON', async () => {
  const unknown = await get('/accounts/nobody/wealth?format=csv');
  expect([unknown.statusCode, unknown.headers['content-type'], unknown.json().error.code]).toEqual([
    404,
    'application/json; charset=utf-8',
    'not_found',
  ]);
  const refused = await get('/accounts?format=xml');
  expect([refused.statusCode, refused.json().error.details]).toEqual([
    400,
    [{ path: 'format', message: 'must be json or csv' }],
  ]);
});
