import { integerWithinOrNull } from '../../../../shared/domain/integers.ts';
import {
  skills as gameSkills,
  overall,
  realLevel,
  virtualLevel,
  xpMax,
} from '../../../../shared/domain/skill.ts';
import { itemTextLengthMax, nameLengthMax, storableText } from '../../../../shared/domain/text.ts';
import type { SentHolding, Skill } from '../../facts/facts.ts';
import {
  type GamePlace,
  readGameState,
  readGauge,
  readPlace,
  readPlayerName,
  type SentGauge,
} from '../../reading/read-fields.ts';
import { bankItemsMax, readSlots, readStoredItems, type SlotItem } from '../../reading/read-stored-items.ts';
import { asObject, type JsonObject, readOptional } from '../../reading/read-value.ts';
import { createSkipCounter, type SkipCounter } from '../../reading/skip-counter.ts';
import { type EventKind, isEventKind, type RseyeEvent, readRseyeEvents } from './read-events.ts';

/** Each kind of update has a different part; null means not sent. */
export interface RseyeUpdate {
  /** The plugin sends the state only while the player logs out or a region loads. */
  readonly gameState: string | null;
  readonly place: GamePlace | null;
  /** Only changed skills. */
  readonly skills: readonly Skill[];
  readonly hitpoints: SentGauge | null;
  readonly prayer: SentGauge | null;
  readonly equipment: readonly SlotItem[] | null;
  readonly inventory: readonly SlotItem[] | null;
  readonly bank: SentHolding<'bank'> | null;
  readonly events: readonly RseyeEvent[];
}

const fieldByKind = {
  position_update: 'position',
  login_update: 'state',
  stat_update: 'statChanges',
  inventory_update: 'items',
  equipment_update: 'items',
  bank_update: 'items',
} as const;

type StateKind = keyof typeof fieldByKind;
export type UpdateKind = StateKind | EventKind;

/** Far above the changes of one tick. */
const changesMax = 100;
const realLevelMax = 99;

export function isUpdateKind(kind: string): kind is UpdateKind {
  return Object.hasOwn(fieldByKind, kind) || isEventKind(kind);
}

/**
 * Cleans the body of an update. Never throws.
 * @param kind null for a stored body without a kind: its items are not read, because they may be
 * carried or worn
 */
export function readRseyeUpdate(kind: UpdateKind | null, body: JsonObject, isDamaged: boolean) {
  const { skipped, skip } = createSkipCounter(isDamaged);
  const partOf = (wanted: StateKind) =>
    kind === wanted || (kind === null && fieldByKind[wanted] !== 'items')
      ? body[fieldByKind[wanted]]
      : undefined;
  const stats = readOptional(partOf('stat_update'), 'skills', skip, (sent) => readStats(sent, skip));
  return {
    name: readOptional(body.username, 'name', skip, readPlayerName),
    gameState: readOptional(partOf('login_update'), 'state', skip, readGameState),
    place: readOptional(partOf('position_update'), 'location', skip, (sent) =>
      readPlace(asObject(sent) ?? {}),
    ),
    skills: stats?.skills ?? [],
    hitpoints: stats?.hitpoints ?? null,
    prayer: stats?.prayer ?? null,
    equipment: readOptional(partOf('equipment_update'), 'equipment', skip, (sent) => readWorn(sent, skip)),
    inventory: readOptional(partOf('inventory_update'), 'inventory', skip, (sent) => readCarried(sent, skip)),
    bank: readOptional(partOf('bank_update'), 'bank', skip, (sent) => readBank(sent, skip)),
    events: isEventKind(kind) ? readRseyeEvents(kind, body, skip) : [],
    skipped,
  };
}

/** The last change of each skill counts. */
function readStats(value: unknown, skip: SkipCounter) {
  if (!Array.isArray(value)) return null;
  const skills = new Map<string, Skill>();
  const gauges = new Map<string, SentGauge>();
  let wrong = Math.max(0, value.length - changesMax);
  for (const change of value.slice(0, changesMax)) {
    const sent = asObject(change) ?? {};
    const skill = skillNamed(sent.skill);
    const xp = integerWithinOrNull(sent.xp, 0, xpMax);
    if (skill === null || xp === null) {
      wrong += 1;
      continue;
    }
    skills.set(skill, { skill, level: virtualLevel(xp), xp });
    const max = integerWithinOrNull(sent.level, 1, realLevelMax) ?? realLevel(xp);
    const gauge = readGauge({ current: sent.boostedLevel, max });
    if (gauge !== null) gauges.set(skill, gauge);
  }
  skip('skill', wrong);
  const [hitpoints = null, prayer = null] = [gauges.get('Hitpoints'), gauges.get('Prayer')];
  return { skills: [...skills.values()], hitpoints, prayer };
}

const namesByConstant = new Map<string, string>(gameSkills.map((name) => [name.toUpperCase(), name]));

/** `Hitpoints` for `HITPOINTS`. Unknown skills get the same spelling. */
function skillNamed(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const constant = storableText(value, nameLengthMax).trim().toUpperCase();
  const name = namesByConstant.get(constant) ?? constant.charAt(0) + constant.slice(1).toLowerCase();
  return name === '' || name === overall || name === '__proto__' ? null : name;
}

/** Empty slots are not sent. */
function readWorn(value: unknown, skip: SkipCounter): SlotItem[] | null {
  const sent = asObject(value);
  if (sent === null) return null;
  return readSlots(Object.entries(sent), skip, (name) => ({
    equipment_slot: storableText(name, itemTextLengthMax),
    inventory_slot: null,
  }));
}

/** Empty slots are sent too. */
function readCarried(value: unknown, skip: SkipCounter): SlotItem[] | null {
  if (!Array.isArray(value)) return null;
  return readSlots([...value.entries()], skip, (place) => ({
    equipment_slot: null,
    inventory_slot: place,
  }));
}

function readBank(value: unknown, skip: SkipCounter): SentHolding<'bank'> | null {
  const items = readStoredItems(value, bankItemsMax, skip);
  return items === null ? null : { items };
}
