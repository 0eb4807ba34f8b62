import { integerWithinOrNull } from '../../../../shared/domain/integers.ts';
import { isSpecialWorld, worldMax } from '../../../../shared/domain/world.ts';
import type { Skill } from '../../facts/facts.ts';
import {
  type BoatPlace,
  readAccountHash,
  readGauge,
  readNumber,
  readPlace,
  readPlayerName,
  type SentGauge,
} from '../../reading/read-fields.ts';
import { readSkills } from '../../reading/read-skills.ts';
import { asNumber, asObject, asString, asTime, readList, readOptional } from '../../reading/read-value.ts';
import type { SkipCounter } from '../../reading/skip-counter.ts';
import type { HaPlayer, HaTrailTile } from './message.ts';
import { readItems } from './read-items.ts';

const trailTilesMax = 300;
const spellbooks = ['standard', 'ancient', 'lunar', 'arceuus'];

export function readHaPlayer(value: unknown, skip: SkipCounter): HaPlayer {
  const player = asObject(value) ?? {};
  if (value !== undefined && value !== null && asObject(value) === null) skip('player');
  return {
    name: readOptional(player.name, 'name', skip, readPlayerName),
    accountHash: readOptional(player.accountHash, 'account_hash', skip, readAccountHash),
    accountType: readOptional(player.accountType, 'account_type', skip, (type) => readNumber(asNumber(type))),
    world: readOptional(player.world, 'world', skip, (world) =>
      integerWithinOrNull(asNumber(world), 1, worldMax),
    ),
    specialWorld: readSpecialWorld(player.worldTypes, skip),
    location: readOptional(player.location, 'location', skip, readTile),
    trail:
      readOptional(player.locationTrail, 'trail', skip, (tiles) =>
        readList(tiles, trailTilesMax, 'trail_tile', skip, readTrailTile),
      ) ?? [],
    hitpoints: readOptional(player.health, 'hitpoints', skip, readSentGauge),
    prayer: readOptional(player.prayerPoints, 'prayer', skip, readSentGauge),
    spellbook: readOptional(player.spellbook, 'spellbook', skip, readSpellbook),
    skills: readOptional(player.stats, 'skills', skip, (stats) => readSentSkills(stats, skip)) ?? [],
    inventory: readOptional(player.inventory, 'inventory', skip, (section) => readItems(section, skip)),
    equipment: readOptional(player.equipment, 'equipment', skip, (section) => readItems(section, skip)),
  };
}

function readSpecialWorld(value: unknown, skip: SkipCounter): boolean | null {
  const types = readOptional(value, 'world_types', skip, (sent) =>
    readList(sent, 100, 'world_types', skip, asString),
  );
  return types === null ? null : isSpecialWorld(types);
}

function readTile(value: unknown): BoatPlace | null {
  const tile = asObject(value);
  const place = tile === null ? null : readPlace(tile);
  if (tile === null || place === null) return null;
  return { ...place, is_on_boat: typeof tile.isOnBoat === 'boolean' ? tile.isOnBoat : null };
}

function readTrailTile(value: unknown): HaTrailTile | null {
  const tile = readTile(value);
  const timestamp = asTime(asObject(value)?.timestamp);
  return tile === null || timestamp === null ? null : { ...tile, timestamp };
}

function readSentGauge(value: unknown): SentGauge | null {
  return readGauge(asObject(value) ?? {});
}

function readSpellbook(value: unknown): string | null {
  const spellbook = asObject(value);
  if (spellbook === null) return null;
  const { name, id } = spellbook;
  if (typeof name === 'string') return spellbooks.includes(name) ? name : 'unknown';
  return typeof id === 'number' ? (spellbooks[id] ?? 'unknown') : null;
}

function readSentSkills(stats: unknown, skip: SkipCounter): Skill[] | null {
  const sent = asObject(asObject(stats)?.skills);
  return sent === null ? null : readSkills(sent, skip, (name) => asObject(sent[name]) ?? {});
}
