import { given, id } from '../../../projections/access/testing/membership.ts';
import { otherEvents } from '../../../projections/event-feed/testing/game-events.ts';
import { type NewEvent, newEvent } from '../../../shared/events/event.ts';
import { holdings } from '../../../shared/events/holdings.ts';
import { parkedRecordRetried } from '../../../shared/events/membership/hub.ts';
import { skillPart, stateParts } from '../../../shared/events/state-parts.ts';
import { accountSeen } from '../../../shared/events/types/account-seen.ts';
import { gameEventRecorded } from '../../../shared/events/types/game-event-recorded.ts';
import { gearReported } from '../../../shared/events/types/gear-reported.ts';
import { positionReported } from '../../../shared/events/types/position-reported.ts';
import { sessionEnded } from '../../../shared/events/types/session-ended.ts';
import { xpReported } from '../../../shared/events/types/xp-reported.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { seededRandom } from '../seeded-random.ts';

const startAt = Date.UTC(2026, 0, 1);
const accounts = ['aB3xYz91kQw1', 'aB3xYz91kQw2', 'aB3xYz91kQw3', 'aB3xYz91kQw4', 'aB3xYz91kQw5'];
const source = 'ha';

/**
 * Events of every projection; the same seed gives the same bytes. Members, keys and sharing come
 * before weeks of play.
 */
export function mixedLog(events: number, seed = 7): TimedEvent[] {
  const random = seededRandom(seed);
  let at = startAt;
  const play = Array.from({ length: events }, (_, number) => {
    // A third of the steps take up to 15 minutes, so that sessions time out.
    at += random() < 1 / 3 ? Math.floor(random() * 900_000) : 20_000;
    return { ...playEvent(number, at, random), appendTime: at + 300 };
  });
  const governed = membership().map((event, index) => ({ ...event, appendTime: startAt - 10_000 + index }));
  const held = [...storages(at), ...achievements(at)].map((event) => ({ ...event, appendTime: at + 600 }));
  return [...governed, ...play, ...held].map((event, index) => ({ ...event, recordId: id(index) }));
}

function membership(): NewEvent[] {
  const members = [1, 2, 3].map((number) => given.member(id(number), `Member ${number}`));
  return [
    ...members,
    given.code(id(1), 'code 1'),
    given.pairing(id(11), 'code 1'),
    given.deviceSighting(id(11), startAt),
    ...accounts.map((account, index) => given.identity(account, id(1 + (index % 3)))),
    ...accounts.map((account, index) => given.description(account, `Player ${index}`)),
    given.key(21, null),
    given.key(22, id(2)),
    given.changeApiKey(21, { rate_limit_per_minute: 60 }),
    given.revokeApiKey(22),
    given.changeMember(id(3), { name: 'Renamed' }),
    given.leaving(id(3)),
    given.revokeDevice(id(11)),
    given.decommission(true),
    ...decisions(),
  ];
}

function decisions(): NewEvent[] {
  const [first = '', second = ''] = accounts;
  const retried = { record_id: id(901), projections: ['event-feed'], offset: 4 };
  return [
    given.sharing(first, { category: 'inventory', audience: 'selected', with: [id(2)] }),
    given.transfer(second, id(1)),
    given.block(first, id(2)),
    given.identity('aB3xYz91kQw6', id(1)),
    given.eraseAccount('aB3xYz91kQw6'),
    given.member(id(4), 'Member 4'),
    given.eraseMember(id(4)),
    given.dropParkedRecord(id(900), 'event-feed'),
    newEvent(parkedRecordRetried, { subject: 'hub', source: 'cli' }, retried),
  ];
}

/** Each storage of an account twice, so that items appear, change and go. */
function storages(at: number): NewEvent[] {
  const [subject = '', owned = ''] = accounts;
  const contents = [
    [995, 4_151],
    [995, 385],
  ].map((ids, turn) => ({
    at: at + turn,
    items: ids.map((itemId) => ({ id: itemId, quantity: 1 + turn })),
  }));
  return contents.flatMap((content) => [
    ...(['bank', 'seed-vault', 'potion-storage', 'rune-pouch', 'quiver'] as const).map((part) =>
      newEvent(holdings[part], { subject, source: 'gim', part }, content),
    ),
    newEvent(
      holdings['shared-storage'],
      { subject: id(1), source: 'gim', part: `shared-storage/${owned}` },
      { ...content, account_id: owned },
    ),
  ]);
}

/** Holdings that change, and an entry of the collection log. */
function achievements(at: number): NewEvent[] {
  const [, subject = ''] = accounts;
  const held = (name: 'collection-log' | 'quest-points' | 'pets', content: object) =>
    newEvent(holdings[name], { subject, source: 'dink', part: name }, { at, ...content } as never);
  const data = JSON.stringify({
    extra: { itemName: 'Abyssal whip', completedEntries: 2, totalEntries: 1_690 },
  });
  return [
    held('collection-log', { items: [{ id: 4_151, quantity: 1 }] }),
    held('collection-log', { items: [{ id: 4_151, quantity: 2 }] }),
    held('quest-points', { completed: 259, total: 330 }),
    held('pets', { pets: [{ id: 12_921, name: 'Pet snakeling' }] }),
    newEvent(
      gameEventRecorded,
      { subject, source },
      { ...gameEventAt(at, 900_001), type: 'collection_log', data },
    ),
  ];
}

function playEvent(number: number, at: number, random: () => number): NewEvent {
  const subject = accounts[Math.floor(random() * accounts.length)] ?? 'aB3xYz91kQw1';
  const about = { subject, source } as const;
  // A twentieth of the reports has less xp: another character, or a rollback.
  const xp = 1_000 + number * 25 - (random() < 0.05 ? 5_000 : 0);
  switch (number % 9) {
    case 0:
      return partEvent(number, at, subject);
    case 1:
      return newEvent(
        skillPart.reported,
        { ...about, part: 'skill/Attack' },
        { at, skill: 'Attack', level: 40, xp: Math.max(xp, 0) },
      );
    case 2:
    case 3:
      return newEvent(xpReported, about, {
        at,
        skills: { [number % 2 === 0 ? 'Attack' : 'Magic']: Math.max(xp, 0) },
        complete: false,
      });
    case 4:
      return newEvent(positionReported, about, {
        points: [{ at, x: 3_200 + (number % 64), y: 3_200, plane: 0, world: 330, is_on_boat: null }],
      });
    case 5:
      return newEvent(gearReported, about, gearAt(at, random));
    case 6:
      return newEvent(gameEventRecorded, about, gameEventAt(at, number));
    case 7:
      return newEvent(sessionEnded, about, { at, reason: 'logout' });
    default:
      return newEvent(accountSeen, about, { ...seenAt(at, number), in_game: random() < 0.9 });
  }
}

function partEvent(number: number, at: number, subject: string): NewEvent {
  const about = (part: string) => ({ subject, source, part }) as const;
  const tile = { x: 3_200, y: 3_200 + (number % 64), plane: 0, is_on_boat: null };
  const coins = { id: 995, name: 'Coins', quantity: number, ge_price: 1, ha_price: 0 };
  switch (Math.floor(number / 9) % 7) {
    case 0:
      return newEvent(stateParts.hitpoints.reported, about('hitpoints'), {
        at,
        current: number % 99,
        max: 99,
      });
    case 1:
      return newEvent(stateParts.prayer.reported, about('prayer'), { at, current: number % 70, max: 70 });
    case 2:
      return newEvent(stateParts.spellbook.reported, about('spellbook'), { at, spellbook: 'lunar' });
    case 3:
      return newEvent(stateParts.location.reported, about('location'), { at, ...tile });
    case 4: {
      const items = [{ ...coins, equipment_slot: 'AMMO' as const, inventory_slot: null }];
      return newEvent(stateParts.equipment.reported, about('equipment'), { at, items });
    }
    case 5: {
      const items = [{ ...coins, equipment_slot: null, inventory_slot: number % 28 }];
      return newEvent(stateParts.inventory.reported, about('inventory'), { at, items });
    }
    default:
      return newEvent(stateParts.presence.reported, about('presence'), {
        ...seenAt(at, number),
        in_game: true,
      });
  }
}

function seenAt(at: number, number: number) {
  const world = 330 + (number % 3);
  return { at, game_state: 'LOGGED_IN', world, special_world: false, timeout_ms: 186_000 };
}

function gearAt(at: number, random: () => number) {
  const price = 1_000_000 + Math.floor(random() * 500_000);
  const item = {
    id: 4_151 + Math.floor(random() * 3),
    name: 'Abyssal whip',
    quantity: 1,
    ge_price: price,
    ha_price: 72_000,
    equipment_slot: 'WEAPON' as const,
    inventory_slot: null,
  };
  const halves = random();
  return {
    at,
    worn: halves < 0.8 ? { items: [item], value: price } : null,
    carried: halves > 0.2 ? { value: Math.floor(random() * 400_000) } : null,
  };
}

/** Every fourth event is the resend of an earlier event, and every third is no drop. */
function gameEventAt(at: number, number: number) {
  const original = number % 4 === 2 ? Math.max(number - 36, 6) : number;
  const turn = Math.floor(original / 9);
  return {
    event_id: id(900_000 + original),
    type: 'loot',
    occurred_at: at,
    value_gp: original * 1_000,
    item_id: 4_151,
    npc_id: 415,
    skill: null,
    level: null,
    tier: null,
    points: null,
    special_world: false,
    data: JSON.stringify({ data: { source: 'Abyssal demon', killCount: original } }),
    ...(turn % 3 === 1 && otherEvents[Math.floor(turn / 3) % otherEvents.length]),
  };
}
