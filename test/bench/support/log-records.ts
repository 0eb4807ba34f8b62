import { type NewEvent, newEvent } from '../../../shared/events/event.ts';
import { skillPart, stateParts } from '../../../shared/events/state-parts.ts';
import { accountSeen } from '../../../shared/events/types/account-seen.ts';
import { gameEventRecorded } from '../../../shared/events/types/game-event-recorded.ts';
import { gearReported } from '../../../shared/events/types/gear-reported.ts';
import { positionReported } from '../../../shared/events/types/position-reported.ts';
import { xpReported } from '../../../shared/events/types/xp-reported.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';

const accounts = 500;
/** Old enough to end before the present, and recent enough for every retention. */
const startAt = Date.now() - 6 * 60 * 60_000;
const stepMs = 40;
const source = 'ha';
/** By then the hub has packed the records and deleted superseded ones. */
const appendedMsAgo = 60 * 60_000;

/** Records of a busy day, `end` excluded, as if they came an hour ago. */
export function logRecords(first: number, end: number): TimedEvent[] {
  const appendTime = Date.now() - appendedMsAgo;
  return Array.from({ length: end - first }, (_, index) => ({ ...logEvent(first + index), appendTime }));
}

/** Every twenty events have all kinds, in the shares of a busy day. */
export function logEvent(number: number): NewEvent {
  const round = Math.floor(number / accounts);
  // Each round moves accounts by one kind, so that each account has events of all kinds.
  const player = (number * 7919 + round) % accounts;
  return eventOf(number % 20, number, round, `bench${String(player).padStart(7, '0')}`);
}

function eventOf(kind: number, number: number, round: number, subject: string): NewEvent {
  const about = { subject, source } as const;
  const at = startAt + number * stepMs;
  if (kind < 6) {
    const current = 1 + (number % 99);
    return newEvent(stateParts.hitpoints.reported, { ...about, part: 'hitpoints' }, { at, current, max: 99 });
  }
  if (kind < 9) {
    const xp = 1_000 + round * 30;
    return newEvent(
      skillPart.reported,
      { ...about, part: 'skill/Attack' },
      { at, skill: 'Attack', xp, level: 40 },
    );
  }
  if (kind < 13) {
    const skills = { Attack: 1_000 + round * 30, Hitpoints: 2_000 + round * 10 };
    return newEvent(xpReported, about, { at, skills, complete: false });
  }
  if (kind < 16) {
    const point = { at, x: 3_200 + (number % 64), y: 3_200, plane: 0, world: 330, is_on_boat: null };
    return newEvent(positionReported, about, { points: [point] });
  }
  if (kind < 18) {
    return newEvent(accountSeen, about, {
      at,
      game_state: 'LOGGED_IN',
      world: 330 + (round % 3),
      special_world: false,
      in_game: true,
      timeout_ms: 186_000,
    });
  }
  if (kind === 18) return newEvent(gearReported, about, gear(at, round));
  return newEvent(gameEventRecorded, about, {
    event_id: `${String(number).padStart(8, '0')}-0000-5000-8000-000000000000`,
    type: 'LOOT',
    occurred_at: at,
    value_gp: number % 100_000,
    item_id: 4_151,
    npc_id: 415,
    skill: null,
    level: null,
    tier: null,
    points: null,
    special_world: false,
    data: JSON.stringify({ source: 'Abyssal demon', items: [{ id: 4_151, quantity: 1 }] }),
  });
}

function gear(at: number, round: number) {
  const item = {
    id: 4_151 + (round % 5),
    name: 'Abyssal whip',
    quantity: 1,
    ge_price: 1_502_233,
    ha_price: 72_000,
    equipment_slot: 'WEAPON' as const,
    inventory_slot: null,
  };
  return { at, worn: { items: [item], value: 1_502_233 }, carried: { value: 400_000 + round } };
}
