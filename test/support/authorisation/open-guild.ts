import { type Given, given, id } from '../../../projections/access/testing/membership.ts';
import { report, whip, wholeReport } from '../../../projections/account-state/testing/report.ts';
import { gameEvent, otherEvents } from '../../../projections/event-feed/testing/game-events.ts';
import { projections } from '../../../projections/registry.ts';
import { checkAnswer } from '../../../services/query/testing/check-answer.ts';
import { openTestApi, type TestApi } from '../../../services/query/testing/open-test-api.ts';
import { type Category, categories } from '../../../shared/domain/category.ts';
import { minuteOf } from '../../../shared/domain/durations.ts';
import { packTiles } from '../../../shared/domain/pack-tiles.ts';
import type { TrailTile } from '../../../shared/domain/walked-tiles.ts';
import { type NewEvent, newEvent } from '../../../shared/events/event.ts';
import { holdings } from '../../../shared/events/holdings.ts';
import { accountSeen } from '../../../shared/events/types/account-seen.ts';
import type { GameEvent } from '../../../shared/events/types/game-event-recorded.ts';
import { gearReported } from '../../../shared/events/types/gear-reported.ts';
import { positionReported } from '../../../shared/events/types/position-reported.ts';
import { tilesWalked } from '../../../shared/events/types/tiles-walked.ts';
import { xpReported } from '../../../shared/events/types/xp-reported.ts';
import {
  type GuildAccount,
  guildAccounts,
  type KeyRights,
  type Relation,
  unnamedAccount,
} from './audiences.ts';

export interface Seen {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export type Change = readonly [GuildAccount, Category];

export interface Guild {
  readonly api: TestApi;
  /** The key `all` belongs to the owner and reads everything. */
  readonly keys: Readonly<Record<Relation | 'all', string>>;
  /** Changes the rights of keys, in one append. */
  allow(rights: readonly KeyRights[]): Promise<void>;
  ask(relation: Relation | 'all', path: string): Promise<Seen>;
  /** Shares with the contributor alone; `shareAsBefore` undoes this. */
  shareOtherwise(changes: readonly Change[]): Promise<void>;
  shareAsBefore(changes: readonly Change[]): Promise<void>;
  /** Appends news of each account and category, as a plugin reports it. */
  change(changes: readonly Change[]): Promise<void>;
}

const memberOf: Readonly<Record<Exclude<Relation, 'service'>, string>> = {
  owner: id(1),
  contributor: id(2),
  granted: id(3),
  member: id(4),
};
const gone = id(5);
const keyNumber: Readonly<Record<Relation, number>> = {
  owner: 1,
  contributor: 2,
  granted: 3,
  member: 4,
  service: 5,
};
const hourMs = 3_600_000;
/** Both run now. The competition of xp has a team with all accounts. */
export const competitionIds = { xp: id(701), drops: id(702) } as const;

/**
 * A guild with an account for every audience, data in every projection, and a key for every
 * relation.
 */
export async function openGuild(): Promise<Guild> {
  const api = await openTestApi({ projections: projections.slice(1) });
  await api.appendMembership(...membership());
  const keys = {
    owner: await api.makeKey(keyNumber.owner, memberOf.owner, { rate_limit_per_minute: 6_000 }),
    contributor: await api.makeKey(keyNumber.contributor, memberOf.contributor),
    granted: await api.makeKey(keyNumber.granted, memberOf.granted),
    member: await api.makeKey(keyNumber.member, memberOf.member),
    service: await api.makeKey(keyNumber.service),
    all: await api.makeKey(6, memberOf.owner, { rate_limit_per_minute: 6_000 }),
  } satisfies Record<Relation | 'all', string>;
  const now = Date.now();
  await api.append(...guildAccounts.flatMap((account) => history(account, now)));
  let changes = 0;

  return {
    api,
    keys,
    allow: (rights) => api.appendMembership(...rights.map(changeApiKey)),
    ask: async (relation, path) => {
      // Requests come a minute apart, so that no limit refuses a request.
      api.advanceLimitClock(60_000);
      const headers = { authorization: `Bearer ${keys[relation]}` };
      const url = `/api/v1${path}`;
      const answer = await api.app.inject({ url, headers });
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      if (isJson) checkAnswer({ path: url, status: answer.statusCode, body: answer.json() });
      return { status: answer.statusCode, text: answer.body, headers: answer.headers };
    },
    shareOtherwise: (changed) =>
      api.appendMembership(
        ...changed.map(([{ id: account }, category]) =>
          given.sharing(account, { category, audience: 'selected', with: [memberOf.contributor] }),
        ),
      ),
    shareAsBefore: (changed) => api.appendMembership(...changed.map((change) => sharing(...change))),
    change: async (changed) => {
      changes += 1;
      // Stays on the day of the history: worn items on a later day would begin a day of wealth.
      const at = now + changes;
      await api.append(...changed.flatMap(([account, category]) => news(account, category, at, changes)));
    },
  };
}

const volatileHeaders = ['date', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

export function withoutVolatile({ status, text, headers }: Seen): Seen {
  const stable = Object.entries(headers).filter(([name]) => !volatileHeaders.includes(name));
  return { status, text, headers: Object.fromEntries(stable) };
}

function membership(): Given[] {
  return [
    ...Object.entries(memberOf).map(([relation, member]) => given.member(member, relation)),
    given.member(gone, 'gone'),
    given.identity(unnamedAccount, memberOf.owner),
    ...guildAccounts.flatMap((account) => [
      ...(account.orphaned ? [gone] : [memberOf.owner, memberOf.contributor]).map((member) =>
        given.identity(account.id, member),
      ),
      given.description(account.id, account.name),
      ...categories.map((category) => sharing(account, category)),
    ]),
    given.leaving(gone),
    given.competition(701, {
      ...running(),
      metric: { kind: 'xp', name: 'Attack' },
      teams: [{ name: 'Everybody', accounts: guildAccounts.map(({ id: account }) => account) }],
    }),
    given.competition(702, { ...running(), metric: { kind: 'drops', name: null } }),
  ];
}

function running() {
  const now = Date.now();
  return { from: now - 24 * hourMs, to: now + 24 * hourMs };
}

function sharing({ id: account, audienceOf }: GuildAccount, category: Category): Given {
  const audience = audienceOf(category);
  const admitted = audience === 'selected' ? [memberOf.granted] : [];
  return given.sharing(account, { category, audience, with: admitted });
}

function changeApiKey({ relation, categories: read, scope }: KeyRights): Given {
  return given.changeApiKey(keyNumber[relation], {
    categories: [...read],
    accounts: scope === null ? null : [...scope],
  });
}

const drop: Partial<GameEvent> = {};
/** The events of each account. The second one counts a kill more than the drop. */
export const guildEvents = [drop, { type: 'KILL_COUNT' }, ...otherEvents];

/** Readers of events may see the kills; the other fields tell place and world. */
const told = {
  location: { x: 1 },
  locationTrail: [{ x: 1 }],
  regionId: 12_850,
  world: 330,
  worldTypes: ['MEMBERS'],
  source: 'Zulrah',
  killCount: 612,
  boss: 'Zulrah',
  count: 613,
};

function history({ id: subject, online, rank }: GuildAccount, now: number): NewEvent[] {
  const about = { subject, source: 'ha' } as const;
  // Nobody goes offline while the test runs.
  const present = { timeout_ms: 24 * hourMs, ...(!online && { in_game: false, game_state: 'LOGIN_SCREEN' }) };
  const gear = { worn: { items: [], value: 1_000 }, carried: { value: rank } };
  const point = { at: now - hourMs, x: 3_200, y: 3_200, plane: 0, world: 330, is_on_boat: false };
  return [
    newEvent(xpReported, about, { at: now - 2 * hourMs, skills: { Attack: 1_000 }, complete: true }),
    newEvent(xpReported, about, { at: now - hourMs, skills: { Attack: 2_000 + rank }, complete: false }),
    newEvent(accountSeen, about, { ...seenInGame, at: now - hourMs }),
    // Two equal reports: in the first hour of a day, wealth begins with the later report only.
    newEvent(gearReported, about, { at: now - hourMs, ...gear }),
    newEvent(gearReported, about, { at: now, ...gear }),
    newEvent(positionReported, about, { points: [point] }),
    walkedTile(subject, point),
    ...guildEvents.map((event) =>
      gameEvent(subject, {
        ...{ ...event, occurred_at: now - hourMs, ...(event === drop && { value_gp: 1_000 + rank }) },
        data: JSON.stringify({ ...told, data: [{ accountHash: 'hash', ...told }] }),
      }),
    ),
    ...wholeReport(subject, now),
    bankReport(subject, now - hourMs, 1),
    newEvent(
      holdings['collection-log'],
      { subject, source: 'gim', part: 'collection-log' },
      { at: now - hourMs, items: [{ id: 12_922, quantity: rank }] },
    ),
    report.presence(subject, now, present),
    report.location(subject, now - hourMs),
  ];
}

const seenInGame = {
  game_state: 'LOGGED_IN',
  world: 330,
  special_world: false,
  in_game: true,
  timeout_ms: 186_000,
};

/** No account wears or carries this item, so all keys see the same name and price. */
function bankReport(subject: string, at: number, quantity: number): NewEvent {
  const items = [{ id: 1_513, quantity }];
  return newEvent(holdings.bank, { subject, source: 'gim', part: 'bank' }, { at, items });
}

function walkedTile(subject: string, tile: TrailTile): NewEvent {
  const minute = minuteOf(tile.at);
  const tiles = packTiles(minute, [tile]).toString('base64');
  return newEvent(tilesWalked, { subject, source: 'ha' }, { minute, tiles });
}

function news({ id: subject }: GuildAccount, category: Category, at: number, count: number): NewEvent[] {
  const about = { subject, source: 'ha' } as const;
  const point = { at, x: 3_200 + count, y: 3_200, plane: 0, world: 330, is_on_boat: false };
  const of: Readonly<Record<Category, () => NewEvent[]>> = {
    stats: () => [
      report.skill(subject, at, 'Attack', 14_700_000 + count),
      // Gains count only 5-minute buckets that have ended.
      // A new skill changes the total level.
      newEvent(xpReported, about, {
        ...{ at: at - 600_000, complete: false },
        skills: { Attack: 900_000 + count, [`Skill ${count}`]: 0 },
      }),
      newEvent(
        holdings['quest-points'],
        { ...about, part: 'quest-points' },
        { at, completed: 200 + count, total: 330 },
      ),
    ],
    events: () => [
      ...otherEvents.map((event) => gameEvent(subject, { ...event, occurred_at: at - 1_000 })),
      gameEvent(subject, {
        ...{ type: 'collection_log', occurred_at: at - 1_000, item_id: 10_000 + count },
        data: JSON.stringify({
          data: { itemName: `Item ${count}`, killCount: count, completedEntries: 100 + count },
        }),
      }),
      gameEvent(subject, {
        ...{ type: 'QUEST', occurred_at: at - 1_000 },
        data: JSON.stringify({ extra: { questName: `Quest ${count}`, completedQuests: 100 + count } }),
      }),
      gameEvent(subject, {
        occurred_at: at - 1_000,
        value_gp: 900_000 + count,
        data: JSON.stringify({ data: { source: 'Zulrah', killCount: 1_000 + count } }),
      }),
    ],
    activity: () => [
      report.presence(subject, at, { world: 300 + count, timeout_ms: 24 * hourMs }),
      report.hitpoints(subject, at, count % 99),
      newEvent(accountSeen, about, { ...seenInGame, at, world: 300 + count }),
    ],
    location_live: () => [report.location(subject, at, 2_300 + count)],
    location_history: () => [
      newEvent(positionReported, about, { points: [point] }),
      walkedTile(subject, point),
    ],
    // Both sets have the same value: wealth counts worn items, and keys with only `inventory` may
    // read wealth.
    equipment: () => [
      report.equipment(subject, at, []),
      newEvent(gearReported, about, {
        at,
        worn: { items: [{ ...whip, id: 4_000 + count }], value: 1_000 },
        carried: null,
      }),
    ],
    inventory: () => [
      report.inventory(subject, at, []),
      newEvent(gearReported, about, { at, worn: null, carried: { value: 7_000 + count } }),
    ],
    bank: () => [bankReport(subject, at, 1_000 + count)],
  };
  return of[category]();
}
