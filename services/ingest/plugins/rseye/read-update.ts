import { integerWithin } from '../../../../shared/domain/integers.ts';
import {
  skills as gameSkills,
  overall,
  realLevel,
  virtualLevel,
  xpMax,
} from '../../../../shared/domain/skill.ts';
import {
  itemTextLengthMax,
  nameLengthMax,
  storableText,
  textLengthMax,
} from '../../../../shared/domain/text.ts';
import type { Skill } from '../../facts/facts.ts';
import {
  type GamePlace,
  readGauge,
  readPlace,
  readPlayerName,
  type SentGauge,
} from '../../reading/read-fields.ts';
import { readSlots, type SlotItem } from '../../reading/read-slots.ts';
import { asObject, type JsonObject, readOptional } from '../../reading/read-value.ts';
import { createSkipCounter, type SkipCounter } from '../../reading/skip-counter.ts';

/** What an update says after cleaning. Null: not sent, since each kind of update has a part of its own. */
export interface RseyeUpdate {
  /** Sent by itself only while the game is left, or a region is loaded. */
  readonly gameState: string | null;
  readonly place: GamePlace | null;
  /** Those that have changed. */
  readonly skills: readonly Skill[];
  readonly hitpoints: SentGauge | null;
  readonly prayer: SentGauge | null;
  readonly equipment: readonly SlotItem[] | null;
  readonly inventory: readonly SlotItem[] | null;
}

/** What can be left out of an update; also the values of a metric label. */
type StateSkipped =
  | 'name'
  | 'state'
  | 'location'
  | 'skills'
  | 'skill'
  | 'hitpoints'
  | 'prayer'
  | 'equipment'
  | 'inventory'
  | 'item'
  | 'text_encoding';

type StateSkip = SkipCounter<StateSkipped>;

const kinds = {
  position_update: 'position',
  login_update: 'state',
  stat_update: 'statChanges',
  inventory_update: 'items',
  equipment_update: 'items',
} as const;

/** Far above the changes of one tick. */
const changesMax = 100;
const realLevelMax = 99;

/** Whether updates of a kind are taken; all others are ignored. */
export function isUpdateKind(kind: string): kind is keyof typeof kinds {
  return Object.hasOwn(kinds, kind);
}

/**
 * Cleans the body of an update; what cannot be used is left out and counted. Never throws, whatever the object holds.
 * @param kind by its address; null for a stored body, whose items may be those of a bank, and are not looked at
 */
export function readUpdate(kind: keyof typeof kinds | null, body: JsonObject, damaged: boolean) {
  const { skipped, skip } = createSkipCounter<StateSkipped>();
  if (damaged) skip('text_encoding');
  const of = (wanted: keyof typeof kinds) =>
    kind === wanted || (kind === null && kinds[wanted] !== 'items') ? body[kinds[wanted]] : undefined;
  const stats = readOptional(of('stat_update'), 'skills', skip, (sent) => readStats(sent, skip));
  return {
    name: readOptional(body.username, 'name', skip, readPlayerName),
    gameState: readOptional(of('login_update'), 'state', skip, readState),
    place: readOptional(of('position_update'), 'location', skip, (sent) => readPlace(asObject(sent) ?? {})),
    skills: stats?.skills ?? [],
    hitpoints: stats?.hitpoints ?? null,
    prayer: stats?.prayer ?? null,
    equipment: readOptional(of('equipment_update'), 'equipment', skip, (sent) => readWorn(sent, skip)),
    inventory: readOptional(of('inventory_update'), 'inventory', skip, (sent) => readCarried(sent, skip)),
    skipped,
  };
}

function readState(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? storableText(value, textLengthMax) : null;
}

/** The changed skills, of each its last change. Of hitpoints and prayer it is how much of them is left, too. */
function readStats(value: unknown, skip: StateSkip) {
  if (!Array.isArray(value)) return null;
  const skills = new Map<string, Skill>();
  const gauges = new Map<string, SentGauge>();
  let wrong = Math.max(0, value.length - changesMax);
  for (const change of value.slice(0, changesMax)) {
    const sent = asObject(change) ?? {};
    const skill = skillNamed(sent.skill);
    const xp = integerWithin(sent.xp, 0, xpMax);
    if (skill === null || xp === null) {
      wrong += 1;
      continue;
    }
    skills.set(skill, { skill, level: virtualLevel(xp), xp });
    const max = integerWithin(sent.level, 1, realLevelMax) ?? realLevel(xp);
    const gauge = readGauge({ current: sent.boostedLevel, max });
    if (gauge !== null) gauges.set(skill, gauge);
  }
  skip('skill', wrong);
  const [hitpoints = null, prayer = null] = [gauges.get('Hitpoints'), gauges.get('Prayer')];
  return { skills: [...skills.values()], hitpoints, prayer };
}

const namesByConstant = new Map<string, string>(gameSkills.map((name) => [name.toUpperCase(), name]));

/** The name of a skill that is sent as `HITPOINTS`; one that the hub does not know is written alike. */
function skillNamed(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const constant = storableText(value, nameLengthMax).trim().toUpperCase();
  const name = namesByConstant.get(constant) ?? constant.charAt(0) + constant.slice(1).toLowerCase();
  return name === '' || name === overall || name === '__proto__' ? null : name;
}

/** What is worn, by the names of the slots; empty ones are left out. */
function readWorn(value: unknown, skip: StateSkip): SlotItem[] | null {
  const sent = asObject(value);
  if (sent === null) return null;
  return readSlots(Object.entries(sent), skip, (name) => ({
    equipment_slot: storableText(name, itemTextLengthMax),
    inventory_slot: null,
  }));
}

/** What is carried, slot by slot, the empty ones among them. */
function readCarried(value: unknown, skip: StateSkip): SlotItem[] | null {
  if (!Array.isArray(value)) return null;
  return readSlots([...value.entries()], skip, (place) => ({
    equipment_slot: null,
    inventory_slot: place,
  }));
}
