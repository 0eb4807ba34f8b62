import { expect, test } from 'vitest';
import { given } from '../../../projections/access/testing/membership.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { openAccount } from '../../../test/support/authorisation/audiences.ts';
import { openGuild } from '../../../test/support/authorisation/open-guild.ts';
import { parseCsv } from '../../../test/support/parse-csv.ts';

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

// biome-ignore lint/suspicious/noExplicitAny: the bodies have the shape of the OpenAPI document
type Data = any;

const ofAccount = ({ id, name }: Data) => [id, name];

const tables: readonly (readonly [path: string, columns: string, rows: (data: Data) => unknown[][]])[] = [
  [
    '/accounts',
    'id,name,type,type_label,owner_name,owner_chat_id,owner_discord_id,online,world,last_seen',
    (data) =>
      data.map((account: Data) => [
        ...[account.id, account.name, account.type, account.type_label],
        ...[account.owner?.name, account.owner?.chat_id, account.owner?.discord_id],
        ...[account.online, account.world, account.last_seen],
      ]),
  ],
  [
    `/accounts/${openAccount}/xp?skills=attack,overall`,
    'account_id,account_name,resolution,skill,at,xp',
    seriesRows,
  ],
  [
    `/xp?accounts=${openAccount}&resolution=1h`,
    'account_id,account_name,resolution,skill,at,xp',
    ({ accounts }) => accounts.flatMap(seriesRows),
  ],
  [
    `/accounts/${openAccount}/gains?period=week`,
    'account_id,account_name,period,from,to,skill,xp',
    ({ account, period, from, to, gains }) =>
      gains.map(({ skill, xp }: Data) => [...ofAccount(account), period, from, to, skill, xp]),
  ],
  [
    `/accounts/${openAccount}/wealth`,
    'account_id,account_name,day,last_value,max_value',
    ({ account, days }) =>
      days.map(({ day, last_value, max_value }: Data) => [...ofAccount(account), day, last_value, max_value]),
  ],
  [
    '/leaderboards/gains?period=week',
    'period,from,to,skill,rank,account_id,account_name,gain',
    ({ period, from, to, leaderboards }) =>
      leaderboards.flatMap(({ skill, entries }: Data) =>
        entries.map(({ rank, account, gain }: Data) => [
          ...[period, from, to, skill, rank, ...ofAccount(account), gain],
        ]),
      ),
  ],
  [
    '/leaderboards/loot?period=week&limit=50',
    'period,from,to,rank,event_id,type,account_id,account_name,occurred_at,received_at,value_gp,item_id,npc_id,skill,level,tier,points,special_world,title,line',
    ({ period, from, to, entries }) =>
      entries.map(({ rank, event }: Data) => [
        ...[period, from, to, rank, event.id, event.type, ...ofAccount(event.account), event.occurred_at],
        ...[event.received_at, event.value_gp, event.item_id, event.npc_id, event.skill, event.level],
        ...[event.tier, event.points, event.special_world, event.title, event.line],
      ]),
  ],
];

function seriesRows({ account, resolution, series }: Data): unknown[][] {
  return series.flatMap(({ skill, points }: Data) =>
    points.map(([at, xp]: Data) => [...ofAccount(account), resolution, skill, at, xp]),
  );
}

function shown(value: unknown): string {
  const text = String(value ?? '');
  return typeof value === 'string' && /^[=+\-@]/.test(value) ? `'${text}` : text;
}

test.each(tables)(
  '%s answers the rows of its JSON as CSV (rules/additions.md#formatcsv)',
  async (path, columns, rows) => {
    const expected = rows((await get(path)).json().data);
    const answer = await get(`${path}${path.includes('?') ? '&' : '?'}format=csv`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
    ]);
    const [header, ...lines] = parseCsv(answer.body);
    expect(header?.join()).toBe(columns);
    // The ends of a period that lasts until now differ from one request to the next.
    const times = ['from', 'to'].map((name) => columns.split(',').indexOf(name));
    const fixed = (line: readonly unknown[]) =>
      line.map((value, at) => (times.includes(at) ? '' : shown(value)));
    expect(lines.map((line) => line.map((value, at) => (times.includes(at) ? '' : value)))).toEqual(
      expected.map(fixed),
    );
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.flat()).toContain(`'${formula}`);
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
