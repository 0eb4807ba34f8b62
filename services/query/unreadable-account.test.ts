import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bram, given, quill } from '../../projections/access/testing/membership.ts';
import { report, whip, wholeReport } from '../../projections/account-state/testing/report.ts';
import { gameEvent } from '../../projections/event-feed/testing/game-events.ts';
import { endedAt, seenAt } from '../../projections/play-sessions/testing/activity.ts';
import { reportedXp } from '../../projections/xp-history/testing/reported-xp.ts';
import { type Category, categories } from '../../shared/domain/category.ts';
import { packTiles } from '../../shared/domain/pack-tiles.ts';
import { type EventDefinition, type NewEvent, newEvent } from '../../shared/events/event.ts';
import { type HoldingName, holdings } from '../../shared/events/holdings.ts';
import { gearReported } from '../../shared/events/types/gear-reported.ts';
import { positionReported } from '../../shared/events/types/position-reported.ts';
import { tilesWalked } from '../../shared/events/types/tiles-walked.ts';
import type { TimedEvent } from '../../shared/log/journal.ts';
import { patient } from '../../test/support/runner/patience.ts';
import { routes } from './routes.ts';
import { historyProjections, iso, now } from './testing/history-guild.ts';
import { openTestApi, type TestApi } from './testing/open-test-api.ts';

const minute = 60_000;
const hour = 60 * minute;

interface Story {
  readonly skill: string;
  readonly item: { readonly id: number; readonly name: string };
  readonly source: string;
  readonly type: string;
}

const timed = (at: number, event: NewEvent): TimedEvent => ({ ...event, appendTime: at });

function held(account: string, name: HoldingName, at: number, content: object): TimedEvent {
  const definition: EventDefinition = holdings[name];
  return timed(
    at,
    newEvent(definition, { subject: account, source: 'dink', part: name }, { at, ...content }),
  );
}

/** Holdings, and events with counts. */
function achievementsOf(account: string, { item, source }: Story, at: number): TimedEvent[] {
  const count = { completed: 100 + item.id, total: 2_000 };
  const happened = (type: string, extra: object) =>
    timed(at, gameEvent(account, { type, occurred_at: at, data: JSON.stringify({ type, extra }) }));
  return [
    held(account, 'quest-points', at, count),
    held(account, 'collection-log', at, { items: [{ id: item.id, quantity: 1 }] }),
    held(account, 'collection-log-count', at, count),
    held(account, 'pets', at, { pets: [{ id: item.id, name: item.name }] }),
    happened('KILL_COUNT', { boss: source, count: item.id }),
    happened('KILL_COUNT', { boss: source, count: item.id + 9, time: 'PT50S', isPersonalBest: true }),
    happened('collection_log', { itemName: item.name, completedEntries: item.id, totalEntries: 2_000 }),
    happened('PET', { petName: item.name }),
  ];
}

const bankOf = (account: string, { item }: Story, at: number) =>
  held(account, 'bank', at, { items: [{ id: item.id, quantity: 3 }] });

/** A bit of everything that an account can have. The items of both accounts have the same name. */
function storyOf(account: string, story: Story, shift: number): TimedEvent[] {
  const { skill, item, source, type } = story;
  const ha = { subject: account, source: 'ha' } as const;
  const last = now - hour + shift;
  return [...eventsOf(), ...achievementsOf(account, story, last), bankOf(account, story, last)];

  function eventsOf(): TimedEvent[] {
    return [5, 4, 3, 2, 1].flatMap((hours) => {
      const at = now - hours * hour + shift;
      const loot = { id: item.id, name: item.name, quantity: hours };
      const data = JSON.stringify({ data: { source: { text: source }, items: [loot] } });
      const walked = { at: at - (at % minute), x: 3_000, y: 3_000, plane: 0, world: 486, is_on_boat: false };
      return [
        reportedXp(account, at, { Attack: 60_000 * (9 - hours), [skill]: 500 * (9 - hours), Overall: 1 }),
        seenAt(account, at),
        endedAt(account, at + 10 * minute),
        timed(
          at,
          gameEvent(account, { type, occurred_at: at, value_gp: 1_000 * hours, item_id: item.id, data }),
        ),
        timed(at, gameEvent(account, { occurred_at: at + 1, value_gp: 70_000 * hours, data })),
        timed(
          at,
          newEvent(gearReported, ha, {
            at,
            equipment: { items: hours % 2 === 0 ? [whip] : [], value: 7 * hours },
            inventory: { value: hours },
          } as never),
        ),
        timed(at, newEvent(positionReported, ha, { points: [{ ...walked, at, is_on_boat: null }] })),
        timed(
          at,
          newEvent(tilesWalked, ha, {
            minute: walked.at / minute,
            tiles: packTiles(walked.at / minute, [walked]).toString('base64'),
          }),
        ),
        ...wholeReport(account, at).map((event) => timed(at, event)),
      ];
    });
  }
}

const readable: Story = {
  skill: 'Brewing',
  item: { id: 888, name: 'Twin whip' },
  source: 'Zulrah',
  type: 'loot',
};
const hidden: Story = {
  skill: 'BREWING',
  item: { id: 999, name: 'Twin whip' },
  source: 'Secret boss',
  type: 'secret',
};
const secrets: Story = {
  skill: 'Hexing',
  item: { id: 888, name: 'Secret hat' },
  source: 'Zulrah',
  type: 'loot',
};

/** An account for each category that its owner hides; the rest is shared with everybody. */
const partly = categories.map((category) => ({ category, account: `no${category.replace('_', '')}` }));

/** Data of this category alone. */
function storyOfCategory(category: Category, account: string): TimedEvent[] {
  const ha = { subject: account, source: 'ha' } as const;
  const [at, begun] = [now - hour, now - 3 * hour];
  const whole = storyOf(account, hidden, 2 * minute);
  const of = (...types: string[]) => whole.filter(({ type }) => types.includes(type));
  const gear = { at, equipment: null, inventory: { value: 5_000 } };
  const stories: Record<Category, TimedEvent[]> = {
    stats: [
      ...of('xp-reported', 'skill-reported'),
      ...[7, 5, 3].map((days) => reportedXp(account, now - days * 24 * hour, { Attack: 1_000_000 / days })),
      ...of('quest-points-reported'),
    ],
    events: of('game-event-recorded', 'collection-log-reported', 'collection-log-count-reported'),
    activity: [seenAt(account, begun), endedAt(account, at), timed(at, report.presence(account, at))],
    location_live: [timed(at, report.location(account, at))],
    location_history: of('position-reported', 'tiles-walked'),
    equipment: [timed(at, report.equipment(account, at, [{ ...whip, id: 888 }]))],
    inventory: [
      timed(at, report.inventory(account, at, [{ ...whip, id: 888 }])),
      timed(at, newEvent(gearReported, ha, gear as never)),
    ],
    bank: [bankOf(account, readable, at)],
  };
  return stories[category].toSorted((one, other) => one.appendTime - other.appendTime);
}

/** Values of parameters: of accounts that the keys read, of the hidden account, and of nobody. */
const words: Readonly<Record<string, readonly string[]>> = {
  id: ['a', 'b', 'hidden', 'nobody'],
  accounts: ['a', 'a,b', 'hidden', 'a,hidden', 'nobody'],
  around: ['a', 'b', 'hidden', 'nobody'],
  names: ['Quillon Fen', 'hidden one', 'Bram Oak,Hidden One', 'nobody'],
  ids: ['a', 'hidden,b', 'nobody'],
  online: ['true', 'false'],
  since: [now - 3 * hour, now - minute].map(iso),
  skills: ['attack', 'brewing', 'BREWING', 'Hexing', 'overall,attack', 'nothing'],
  skill: ['attack', 'BREWING', 'Hexing', 'nothing'],
  resolution: ['auto', '5m', '1h', '1d'],
  year: ['2025', '2026'],
  period: ['day', 'week', 'month', 'year'],
  from: [now - 30 * hour, now - 4 * hour, now - hour].map(iso),
  to: [now - 2 * hour, now - 1, now].map(iso),
  cursor: ['start', 'now', 'wrong'],
  types: ['loot', 'secret', 'loot,secret'],
  min_value: ['0', '70001', '99999999'],
  items: ['888', '999', 'Twin whip', 'Secret hat', '888,Secret hat', 'nothing'],
  boss: ['zulrah', 'Secret boss', 'nothing'],
  source: ['zulrah', 'Secret boss', 'Zulrah,Secret boss'],
  limit: ['1', '3', '500'],
  group: ['item'],
  tz: ['Europe/Paris', 'UTC'],
  format: ['json', 'csv'],
  detail: ['tile'],
  chat_id: ['somebody', '112233445566778899'],
};

const parametersOf = (route: (typeof routes)[number]) =>
  Object.keys((route.query as { shape?: object } | undefined)?.shape ?? {});

const paths = fc.constantFrom(...routes).chain((route) => {
  const named = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const given = fc.subarray(parametersOf(route)).map((some) => [...named, ...some]);
  return given.chain((names) =>
    fc.tuple(...names.map((name) => fc.constantFrom(...(words[name] ?? [])))).map((values) => {
      const value = new Map(names.map((name, index) => [name, values[index] ?? '']));
      const query = names
        .slice(named.length)
        .map((name) => `${name}=${encodeURIComponent(value.get(name) ?? '')}`);
      return `${route.path.replaceAll(/\{(\w+)\}/g, (_, name) => value.get(name) ?? '')}?${query.join('&')}`;
    }),
  );
});

async function openGuild() {
  const api = await openTestApi({ clock: () => now, projections: historyProjections });
  await api.appendMembership(
    given.member(quill, 'Quill', { chat_id: '112233445566778899' }),
    given.member(bram, 'Bram'),
  );
  for (const [account, owner, name] of [
    ['a', quill, 'Quillon Fen'],
    ['b', bram, 'Bram Oak'],
  ] as const) {
    await api.appendMembership(
      given.identity(account, owner),
      given.description(account, name),
      given.sharing(account, { category: 'bank', audience: 'guild', with: [] }),
    );
    await api.recordPast(...storyOf(account, readable, account === 'a' ? 0 : 7 * minute));
  }
  await api.appendMembership(
    ...partly.flatMap(({ category: own, account }) => [
      given.identity(account, quill),
      given.description(account, `Partly ${account}`),
      ...categories.map((category) =>
        given.sharing(account, { category, audience: category === own ? 'private' : 'guild', with: [] }),
      ),
    ]),
    ...competitions,
  );
  const keys = [await api.makeKey(1), await api.makeKey(2, bram)];
  return { api, keys };
}

const ofLastDay = { from: now - 24 * hour, to: now + 24 * hour };
const competitions = [
  given.competition(31, ofLastDay),
  given.competition(32, { ...ofLastDay, metric: { kind: 'kills', name: 'Zulrah' } }),
  given.competition(33, { ...ofLastDay, metric: { kind: 'drops', name: null } }),
];

/** Only its owner reads it. */
async function addHidden(api: TestApi): Promise<void> {
  await api.appendMembership(
    ...categories.map((category) => given.sharing('hidden', { category, audience: 'private', with: [] })),
    given.identity('hidden', quill),
    given.description('hidden', 'Hidden One'),
    ...categories.map((category) => given.sharing('hidden', { category, audience: 'private', with: [] })),
  );
  await api.recordPast(...storyOf('hidden', hidden, minute), ...storyOf('hidden', secrets, 11 * minute));
  for (const { category, account } of partly) await api.recordPast(...storyOfCategory(category, account));
}

/** Status, ETag and body of each page, without `generated_at` and the bytes of cursors. */
async function seenAtPath(api: TestApi, key: string, path: string, start: string): Promise<unknown[]> {
  const pages: unknown[] = [];
  let next: string | null = path.replace('cursor=start', `cursor=${start}`);
  while (next !== null && pages.length < 40) {
    api.advanceLimitClock(minute);
    const { status, headers, text, body } = await api.get(next, { key });
    const cursor: string | null | undefined = body?.meta?.next_cursor;
    const known = text
      .replace(/"generated_at":"[^"]+"/, '')
      .replace(/"next_cursor":"[^"]+"/, '"next_cursor":"…"');
    pages.push([status, headers.etag, known]);
    const isLast = cursor === undefined || cursor === null || body.meta.caught_up;
    next = isLast ? null : `${path.replace(/&?cursor=\w+/, '')}&cursor=${cursor}`;
  }
  return pages;
}

test('the words of this test cover every parameter of every route', () => {
  const all = routes.flatMap((route) => [
    ...parametersOf(route),
    ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  ]);
  expect(all.length).toBeGreaterThan(30);
  expect(all.filter((name) => words[name] === undefined)).toEqual([]);
});

// rules/visibility.md#visibility
test('answers are equal with and without an account that the key cannot read', {
  timeout: patient(240_000),
}, async () => {
  const { api, keys } = await openGuild();
  const start = (await api.get('/events?limit=1&cursor=now', { key: keys[0] ?? '' })).body.meta.next_cursor;
  const asked = [
    ...['Hexing', 'BREWING'].flatMap((skill) => [
      `/xp?accounts=a&skills=${skill}`,
      `/leaderboards/gains?skill=${skill}`,
    ]),
    `/leaderboards/loot?period=year&group=item`,
    `/leaderboards/loot?period=year&group=account&around=a`,
    ...['Twin%20whip', 'Secret%20hat'].flatMap((name) => [
      `/leaderboards/loot?period=year&items=${name}&around=a`,
      `/events?items=${name}`,
      `/events?items=${name}&limit=2&from=${iso(now - 30 * hour)}`,
    ]),
    '/accounts/a/records',
    ...['levels?', 'records?', 'kills?boss=zulrah&', 'collection-log?'].map(
      (board) => `/leaderboards/${board}around=b`,
    ),
    ...['/leaderboards/bosses', '/leaderboards/bosses?period=year'],
    ...['/guild', '/snapshot', '/items?items=888,Secret%20hat', '/leaderboards/gains?period=week&limit=3'],
    ...competitions.map(({ data }) => `/competitions/${(data as { competition_id: string }).competition_id}`),
    ...partly.flatMap(({ account }) =>
      ['', '/bank', '/drops', '/kills', '/collection-log', '/progress', '/records', '/activity-days'].map(
        (part) => `/accounts/${account}${part}`,
      ),
    ),
    ...fc.sample(paths, 150),
  ];
  const all = async () => {
    const seen = new Map<string, unknown[]>();
    for (const path of asked)
      for (const [index, key] of keys.entries())
        seen.set(`${index} ${path}`, await seenAtPath(api, key, path, start));
    return seen;
  };
  // The accounts have gone offline by then.
  await api.settled();
  const before = await all();
  await addHidden(api);
  await api.settled();
  const after = await all();
  for (const [path, seen] of before) expect([path, after.get(path)]).toEqual([path, seen]);
  // The hidden account has what its owner sees, so the comparison means something.
  const owner = await api.makeKey(3, quill);
  const { body } = await api.get('/events?items=Secret%20hat', { key: owner });
  expect(body.meta.count).toBeGreaterThan(0);
  expect((await api.get('/xp?accounts=hidden&skills=Hexing', { key: owner })).status).toBe(200);
  const lists = { bank: 'storages', drops: 'sources', kills: 'bosses', progress: 'pets', records: 'records' };
  for (const [path, list] of Object.entries({ ...lists, 'collection-log': 'items', 'activity-days': 'days' }))
    expect((await api.data(`/accounts/hidden/${path}`, owner))[list], path).not.toHaveLength(0);
});
