import { given, id } from '../../projections/access/testing/membership.ts';
import { coins, report, whip, wholeReport } from '../../projections/account-state/testing/report.ts';
import { gameEvent } from '../../projections/event-feed/testing/game-events.ts';
import { categories } from '../../shared/domain/category.ts';
import { type Item, quantityMax } from '../../shared/domain/item.ts';
import { skills, virtualLevel, xpMax } from '../../shared/domain/skill.ts';
import { type NewEvent, newEvent } from '../../shared/events/event.ts';
import { stateParts } from '../../shared/events/state-parts.ts';
import { accountSeen } from '../../shared/events/types/account-seen.ts';
import type { GameEvent } from '../../shared/events/types/game-event-recorded.ts';
import { gearReported } from '../../shared/events/types/gear-reported.ts';
import { positionReported } from '../../shared/events/types/position-reported.ts';
import { xpReported } from '../../shared/events/types/xp-reported.ts';

/** The names of `wide` and `marked` are the worst that a plugin can send. */
export const accounts = {
  quillon: 'quillonFen01',
  bram: 'bramOak00001',
  tess: 'tessMarrow01',
  wide: 'wideLetters1',
  marked: 'markedNames1',
  /** Shared with nobody. */
  hidden: 'hiddenAway01',
} as const;
type Account = (typeof accounts)[keyof typeof accounts];

/** Short enough for a member's name. */
export const markup = '<img src onerror=hacked=1><b>"&';
const wide = 'W'.repeat(32);
const names: Readonly<Record<Account, string>> = {
  [accounts.quillon]: 'Quillon Fen',
  [accounts.bram]: 'Bram Oak',
  [accounts.tess]: 'Tess Marrow',
  [accounts.wide]: wide,
  [accounts.marked]: markup,
  [accounts.hidden]: 'Nobody Else',
};

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Players stay online for the whole test. */
const timeout_ms = 24 * hour;

/** Members with an account each. Every account except `hidden` is shared with the guild. */
export function members(): NewEvent[] {
  return Object.entries(names).flatMap(([account, name], index) => [
    given.member(id(index + 1), name),
    given.identity(account, id(index + 1)),
    given.description(account, name, index),
    ...categories.map((category) => {
      const audience = account === accounts.hidden ? 'private' : 'guild';
      return given.sharing(account, { category, audience, with: [] });
    }),
  ]);
}

/** Events until `now`, epoch ms. Tess is offline. */
export function past(now: number): NewEvent[] {
  const { quillon, bram, tess, wide: wideAccount, marked } = accounts;
  return [
    ...xpOf(quillon, now, 1_000_000),
    ...xpOf(bram, now, 400_000),
    ...sessionsOf(quillon, now),
    ...gearOf(quillon, now),
    trailOf(quillon, now),
    ...wholeReport(quillon, now),
    ...skillsOf(quillon, now, 13_034_431),
    locationOf(quillon, now, 2_964, 3_378),
    ...wholeReport(bram, now),
    locationOf(bram, now, 3_213, 3_424),
    report.presence(tess, now - 3 * hour, { in_game: false, game_state: 'LOGIN_SCREEN', timeout_ms }),
    locationOf(tess, now - 3 * hour, 3_222, 3_218),
    ...worstOf(wideAccount, now, { text: 'W'.repeat(64), x: 3_093, y: 3_244 }),
    ...worstOf(marked, now, { text: markup, x: 3_095, y: 3_246 }),
    ...[quillon, bram, wideAccount, marked].map((account) => report.presence(account, now, { timeout_ms })),
    ...happenings(now),
  ];
}

export function locationOf(subject: string, at: number, x: number, y: number): NewEvent {
  const about = { subject, source: 'ha', part: 'location' } as const;
  return newEvent(stateParts.location.reported, about, { at, x, y, plane: 0, is_on_boat: false });
}

/** Only keys that may read places get the place. */
export function drop(account: string, item: string, some: Partial<GameEvent> = {}): NewEvent {
  const data = {
    type: 'loot',
    data: {
      highestValueItem: { name: item },
      source: { text: 'Zulrah' },
      location: { x: 2_964, y: 3_378, plane: 0 },
    },
  };
  return gameEvent(account, {
    value_gp: 2_329_167,
    occurred_at: Date.now(),
    data: JSON.stringify(data),
    ...some,
  });
}

function happenings(now: number): NewEvent[] {
  const { quillon, bram, wide: wideAccount, marked } = accounts;
  const death = JSON.stringify({ type: 'death', data: { killerName: 'Vorkath' } });
  return [
    ...Array.from({ length: 140 }, (_, index) =>
      drop(bram, `Shark ${index + 1}`, { value_gp: 10_000, occurred_at: now - (2 * day - index * minute) }),
    ),
    drop(quillon, 'Tanzanite fang', { item_id: 12_922, occurred_at: now - 5 * minute }),
    gameEvent(quillon, { type: 'death', occurred_at: now - 4 * minute, data: death, value_gp: 120_000 }),
    gameEvent(bram, { type: 'level_up', occurred_at: now - 3 * minute, skill: 'Slayer', level: 92 }),
    drop(wideAccount, 'W'.repeat(64), { value_gp: Number.MAX_SAFE_INTEGER, occurred_at: now - 2 * minute }),
    drop(marked, markup, { occurred_at: now - minute }),
    gameEvent(marked, { type: markup, occurred_at: now - minute, skill: markup, tier: markup }),
  ];
}

function xpOf(subject: string, now: number, first: number): NewEvent[] {
  const about = { subject, source: 'ha' } as const;
  return Array.from({ length: 8 }, (_, index) => {
    const xp = first + index * 25_000;
    const at = now - (7 - index) * 20 * hour - minute;
    return newEvent(xpReported, about, {
      at,
      skills: { Slayer: xp, Fishing: xp / 2 },
      complete: index === 0,
    });
  });
}

function sessionsOf(subject: string, now: number): NewEvent[] {
  const seen = { game_state: 'LOGGED_IN', in_game: true, world: 486, special_world: false };
  return [3 * day, 26 * hour, hour].flatMap((ago) =>
    Array.from({ length: 11 }, (_, index) => {
      const at = now - ago + index * 2 * minute;
      return newEvent(accountSeen, { subject, source: 'ha' }, { ...seen, at, timeout_ms: 186_000 });
    }),
  );
}

function gearOf(subject: string, now: number): NewEvent[] {
  return [2, 1, 0].map((ago) => {
    const items = ago === 1 ? [] : [whip];
    const data = {
      at: now - ago * day - minute,
      worn: { items, value: 1_000 },
      carried: { value: 90_000 * (3 - ago) },
    };
    return newEvent(gearReported, { subject, source: 'ha' }, data);
  });
}

/** A walk in Lumbridge, a dungeon below it, a teleport to Falador and a walk there. */
function trailOf(subject: string, now: number): NewEvent {
  const place = { plane: 0, world: 486, is_on_boat: false };
  const tiles = [
    [3_222, 3_218],
    [3_230, 3_230],
    [3_235, 3_260],
    [3_236, 9_660],
    [2_964, 3_378],
    [2_974, 3_362],
  ] as const;
  const points = tiles.map(([x, y], index) => ({ ...place, at: now - (9 - index) * minute, x, y }));
  return newEvent(positionReported, { subject, source: 'ha' }, { points });
}

function skillsOf(subject: string, at: number, xp: number): NewEvent[] {
  return skills.map((skill) => report.skill(subject, at, skill, xp, virtualLevel(xp)));
}

function worstOf(
  subject: string,
  now: number,
  { text, x, y }: { readonly text: string; readonly x: number; readonly y: number },
): NewEvent[] {
  const items: Item[] = Array.from({ length: 28 }, (_, slot) => ({
    ...coins(quantityMax),
    name: text,
    ge_price: quantityMax,
    inventory_slot: slot,
  }));
  const worn: Item[] = ['HEAD', 'WEAPON', text].map((slot) => ({
    ...whip,
    name: text,
    equipment_slot: slot,
  }));
  const gear = {
    at: now - day,
    worn: { items: worn, value: Number.MAX_SAFE_INTEGER },
    carried: { value: 1 },
  };
  return [
    ...skillsOf(subject, now, xpMax),
    report.skill(subject, now, text, xpMax, 127),
    report.hitpoints(subject, now),
    report.spellbook(subject, now, text),
    report.equipment(subject, now, worn),
    report.inventory(subject, now, items),
    newEvent(gearReported, { subject, source: 'ha' }, gear),
    newEvent(
      xpReported,
      { subject, source: 'ha' },
      { at: now - hour, skills: { [text]: 1 }, complete: true },
    ),
    newEvent(xpReported, { subject, source: 'ha' }, { at: now, skills: { [text]: xpMax }, complete: false }),
    locationOf(subject, now, x, y),
  ];
}
