import { integerWithinOrNull } from '../../../../shared/domain/integers.ts';
import { virtualLevel, xpMax } from '../../../../shared/domain/skill.ts';
import { worldMax } from '../../../../shared/domain/world.ts';
import type { SentHoldings, Skill } from '../../facts/facts.ts';
import {
  type BoatPlace,
  readGauge,
  readPlace,
  readPlayerName,
  type SentGauge,
} from '../../reading/read-fields.ts';
import { pairsOf, readSlots, type SlotItem } from '../../reading/read-stored-items.ts';
import { type JsonObject, readOptional } from '../../reading/read-value.ts';
import { createSkipCounter, type SkipCounter, type SkippedKind } from '../../reading/skip-counter.ts';
import { readHoldings } from './read-holdings.ts';

/** The plugin sends changes only; null means not sent. */
export interface GroupMemberUpdate {
  readonly hitpoints: SentGauge | null;
  readonly prayer: SentGauge | null;
  readonly place: BoatPlace | null;
  /** All skills, or an empty list. */
  readonly skills: readonly Skill[];
  readonly equipment: readonly SlotItem[] | null;
  readonly inventory: readonly SlotItem[] | null;
  readonly holdings: SentHoldings;
}

/** The order of the sent xp. Versions from before Sailing do not send the last skill. */
const skillOrder = [
  ...['Agility', 'Attack', 'Construction', 'Cooking', 'Crafting', 'Defence', 'Farming', 'Firemaking'],
  ...['Fishing', 'Fletching', 'Herblore', 'Hitpoints', 'Hunter', 'Magic', 'Mining', 'Prayer', 'Ranged'],
  ...['Runecraft', 'Slayer', 'Smithing', 'Strength', 'Thieving', 'Woodcutting', 'Sailing'],
];
/** Far above the skills that the game may get. */
const skillsMax = 100;
/** The order of the sent worn items. ARMS, HAIR and JAW are always empty. */
const wornSlots = [
  ...['HEAD', 'CAPE', 'AMULET', 'WEAPON', 'BODY', 'SHIELD', 'ARMS', 'LEGS', 'HAIR', 'GLOVES', 'BOOTS'],
  ...['JAW', 'RING', 'AMMO'],
];
const carriedSlots = 28;

/** Cleans the body of an update. Never throws. */
export function readMemberUpdate(body: JsonObject, isDamaged: boolean) {
  const { skipped, skip } = createSkipCounter(isDamaged);
  const stats = readOptional(body.stats, 'stats', skip, readArray) ?? [];
  const [hitpoints, hitpointsMax, prayer, prayerMax, , , world] = stats;
  const gaugeOf = (current: unknown, max: unknown) => readGauge({ current, max });
  return {
    name: readOptional(body.name, 'name', skip, readPlayerName),
    world: readOptional(world, 'world', skip, (sent) => integerWithinOrNull(sent, 1, worldMax)),
    hitpoints: readOptional(hitpoints, 'hitpoints', skip, (current) => gaugeOf(current, hitpointsMax)),
    prayer: readOptional(prayer, 'prayer', skip, (current) => gaugeOf(current, prayerMax)),
    place: readOptional(body.coordinates, 'location', skip, readCoordinates),
    skills: readOptional(body.skills, 'skills', skip, (sent) => readSkillXp(sent, skip)) ?? [],
    equipment: readOptional(body.equipment, 'equipment', skip, (sent) =>
      readPairs(sent, wornSlots.length, skip, (place) => ({
        equipment_slot: wornSlots[place] ?? null,
        inventory_slot: null,
      })),
    ),
    inventory: readOptional(body.inventory, 'inventory', skip, (sent) =>
      readPairs(sent, carriedSlots, skip, (place) => ({ equipment_slot: null, inventory_slot: place })),
    ),
    holdings: readHoldings(body, skip),
    skipped,
  };
}

function readArray(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}

function readCoordinates(value: unknown): BoatPlace | null {
  const [x, y, plane, onBoat] = readArray(value) ?? [];
  const place = readPlace({ x, y, plane });
  return place === null ? null : { ...place, is_on_boat: typeof onBoat === 'number' ? onBoat === 1 : null };
}

/**
 * Null for too few values, because each place means a skill. Null for a list of only zeros: the
 * game has not loaded the xp.
 */
function readSkillXp(value: unknown, skip: SkipCounter): Skill[] | null {
  const sent = readArray(value) ?? [];
  const isWhole = sent.length >= skillOrder.length - 1 && sent.length <= skillsMax;
  if (!isWhole || sent.every((xp) => xp === 0)) return null;
  const skills = skillOrder.slice(0, sent.length).flatMap((skill, place) => {
    const xp = integerWithinOrNull(sent[place], 0, xpMax);
    return xp === null ? [] : [{ skill, level: virtualLevel(xp), xp }];
  });
  skip('unknown_skill', Math.max(0, sent.length - skillOrder.length));
  skip('skill', Math.min(sent.length, skillOrder.length) - skills.length);
  return skills;
}

/** A list with more unknown skills is not from the game. */
const unknownSkillsMax = 5;

/** Counted from 1. The plugin will send a new skill as the last value (plugin-protocols.md 3). */
export function unknownSkillPlaces(skipped: ReadonlyMap<SkippedKind, number>): number[] {
  const count = skipped.get('unknown_skill') ?? 0;
  if (count > unknownSkillsMax) return [];
  return Array.from({ length: count }, (_, index) => skillOrder.length + 1 + index);
}

/**
 * From a list of id, quantity, id, quantity and so on. Null for a wrong number of values, and
 * without usable slots: an empty list would mean empty slots.
 */
function readPairs(
  value: unknown,
  slots: number,
  skip: SkipCounter,
  slotOf: (place: number) => Omit<SlotItem, 'id' | 'quantity'>,
): SlotItem[] | null {
  const sent = readArray(value);
  if (sent?.length !== 2 * slots) return null;
  return readSlots([...pairsOf(sent).entries()], skip, slotOf);
}
