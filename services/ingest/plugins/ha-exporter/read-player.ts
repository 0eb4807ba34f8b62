import { integerWithin } from '../../../../shared/domain/integers.ts';
import { quantityMax } from '../../../../shared/domain/item.ts';
import { overall, virtualLevel, xpMax } from '../../../../shared/domain/skill.ts';
import { nameLengthMax, storableText } from '../../../../shared/domain/text.ts';
import { isSpecialWorld, worldMax } from '../../../../shared/domain/world.ts';
import { readGauge, readPlace, readPlayerName, type SentGauge } from '../../reading/read-parts.ts';
import { asMoment, asNumber, asObject, asString, readList, readOptional } from '../../reading/read-value.ts';
import type { Skill } from '../../receive/facts.ts';
import type { HaPlayer, Tile, TrailTile } from './message.ts';
import { readItems } from './read-items.ts';
import type { Skip } from './skipped.ts';

const trailTilesMax = 300;
/** The game has 24; the set is open, and a report of thousands is not one. */
const skillsMax = 100;
const levelMax = 127;
const spellbooks = ['standard', 'ancient', 'lunar', 'arceuus'];

/** The player of a report, section by section: one that is wrong is left out, the others stay. */
export function readPlayer(value: unknown, skip: Skip): HaPlayer {
  const player = asObject(value) ?? {};
  if (value !== undefined && value !== null && asObject(value) === null) skip('player');
  return {
    name: readOptional(player.name, 'name', skip, readPlayerName),
    accountHash: readOptional(player.accountHash, 'account_hash', skip, readAccountHash),
    accountType: readOptional(player.accountType, 'account_type', skip, readAccountType),
    world: readOptional(player.world, 'world', skip, (world) => integerWithin(asNumber(world), 1, worldMax)),
    specialWorld: readSpecialWorld(player.worldTypes, skip),
    location: readOptional(player.location, 'location', skip, readTile),
    trail:
      readOptional(player.locationTrail, 'trail', skip, (tiles) =>
        readList(tiles, trailTilesMax, 'trail_tile', skip, readTrailTile),
      ) ?? [],
    hitpoints: readOptional(player.health, 'hitpoints', skip, readSentGauge),
    prayer: readOptional(player.prayerPoints, 'prayer', skip, readSentGauge),
    spellbook: readOptional(player.spellbook, 'spellbook', skip, readSpellbook),
    skills: readOptional(player.stats, 'skills', skip, (stats) => readSkills(stats, skip)) ?? [],
    inventory: readOptional(player.inventory, 'inventory', skip, (section) => readItems(section, skip)),
    equipment: readOptional(player.equipment, 'equipment', skip, (section) => readItems(section, skip)),
  };
}

function readSpecialWorld(value: unknown, skip: Skip): boolean | null {
  const types = readOptional(value, 'world_types', skip, (sent) =>
    readList(sent, 100, 'world_types', skip, asString),
  );
  return types === null ? null : isSpecialWorld(types);
}

/** The plugin's salted SHA-224; anything else, above all the client's raw hash, is never an identity. */
function readAccountHash(value: unknown): string | null {
  return typeof value === 'string' && /^[0-9a-f]{56}$/i.test(value) ? value.toLowerCase() : null;
}

function readAccountType(value: unknown): number | null {
  return integerWithin(asNumber(value), 0, quantityMax);
}

function readTile(value: unknown): Tile | null {
  const tile = asObject(value);
  const place = tile === null ? null : readPlace(tile);
  if (tile === null || place === null) return null;
  const { x, y, plane } = place;
  return { x, y, plane, isOnBoat: typeof tile.isOnBoat === 'boolean' ? tile.isOnBoat : null };
}

function readTrailTile(value: unknown): TrailTile | null {
  const tile = readTile(value);
  const timestamp = asMoment(asObject(value)?.timestamp);
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

/** Any name counts as a skill; only the hub's own sum is not one. */
function readSkills(stats: unknown, skip: Skip): Skill[] | null {
  const sent = asObject(asObject(stats)?.skills);
  if (sent === null) return null;
  const names = Object.keys(sent);
  const skills: Skill[] = [];
  for (const name of names.slice(0, skillsMax)) {
    const skill = readSkill(name, sent[name]);
    if (skill !== null) skills.push(skill);
  }
  skip('skill', names.length - skills.length);
  return skills;
}

function readSkill(name: string, value: unknown): Skill | null {
  const sent = asObject(value);
  const xp = integerWithin(sent?.xp, 0, xpMax);
  const skill = storableText(name, nameLengthMax);
  if (xp === null || skill === '' || skill === overall || skill === '__proto__') return null;
  return { skill, level: integerWithin(sent?.level, 1, levelMax) ?? virtualLevel(xp), xp };
}
