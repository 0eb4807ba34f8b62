import { dayMs, minuteOf } from '../../../../shared/domain/durations.ts';
import { type Facts, type Gear, type Presence, partEntries, type Skill } from '../../facts/facts.ts';
import { type AppendedValues, createAppendedValues } from './appended-values.ts';
import { type KnownItems, keepKnownItems } from './keep-known-items.ts';

export interface NewFacts extends Facts {
  /**
   * Skills whose xp is new to `hub.xp`. `complete`: all skills, in the first report of a UTC day.
   */
  readonly xp: { readonly skills: readonly Skill[]; readonly complete: boolean };
}

/**
 * The facts of an account whose append is durable. All devices share them: a client that is paired
 * twice sends each message twice. Lost facts cost only space in the log.
 */
export interface AppendedFacts {
  readonly parts: AppendedValues;
  readonly skills: AppendedValues;
  readonly xp: AppendedValues;
  /** `timesOutAt` is epoch ms. `order` is the order of the append. */
  presence: { readonly timesOutAt: number; readonly order: number };
}

/** A plugin may invent names of skills. */
const skillsMax = 200;
const partsMax = 20;
/** `updated_at` has to be right within 30 s, and the next message may be 10 s away. */
const repeatStateAfterMs = 20_000;
/** An unchanged presence is repeated, so that `online` and sessions rarely end too early. */
const presencesPerTimeout = 12;
const repeatPresenceAfterMs = 30_000;
const repeatGearAfterMs = 5 * 60_000;
const never = Number.POSITIVE_INFINITY;

export function nothingAppended(): AppendedFacts {
  return {
    parts: createAppendedValues(partsMax),
    skills: createAppendedValues(skillsMax),
    xp: createAppendedValues(skillsMax),
    presence: { timesOutAt: Number.NEGATIVE_INFINITY, order: 0 },
  };
}

/** Roughly the bytes in memory. */
export function bytesOfFacts({ parts, skills, xp }: AppendedFacts): number {
  return parts.bytes() + skills.bytes() + xp.bytes();
}

export interface SelectOptions {
  /** Monotonic ms. */
  readonly now: number;
  /** No other process appends, so unchanged gear is not repeated. */
  readonly isSoleProcess: boolean;
}

/** Selects the facts that are new, or due to be repeated. Pure. */
export function selectNewFacts(
  appended: AppendedFacts,
  sent: Facts,
  { now, isSoleProcess }: SelectOptions,
): NewFacts {
  const facts = keepKnownItems(sent, knownItemsOf(appended));
  const gearRepeatMs = isSoleProcess ? never : repeatGearAfterMs;
  const { parts, skills, xp } = appended;
  const { presence, gear } = facts;
  const isFirstOfDay = !parts.has('xp day', dayOf(facts.at), never, now);
  const isWornKnown = gear?.worn == null || parts.has('worn', wornOf(gear), gearRepeatMs, now);
  const isFirstGearOfDay = gear !== null && !parts.has('gear day', dayOf(gear.at), never, now);
  const isCarriedKnown = gear?.carried == null || parts.has('carried', carriedOf(gear), gearRepeatMs, now);
  const newSkills = facts.skills.filter((skill) => !skills.has(skill.skill, skill, repeatStateAfterMs, now));
  return {
    ...facts,
    presence: presence !== null && isPresenceKnown(appended, presence, now) ? null : presence,
    parts: Object.fromEntries(
      partEntries(facts.parts).filter(([part, value]) => !parts.has(part, value, repeatStateAfterMs, now)),
    ),
    skills: newSkills,
    xp: withLowerXp(appended, facts, now, {
      // A skill that is not new has unchanged xp.
      skills: isFirstOfDay
        ? facts.skills
        : newSkills.filter((skill) => !xp.has(skill.skill, skill.xp, never, now)),
      complete: isFirstOfDay,
    }),
    gear: selectGear(gear, { isWornKnown, isCarriedKnown, isFirstGearOfDay }),
    // Folds keep the first position of a minute.
    trail: facts.trail.filter(({ at }) => !parts.has('trail', minuteOf(at), never, now)),
  };
}

function knownItemsOf({ parts }: AppendedFacts): KnownItems {
  return {
    equipment: parts.get('equipment') as KnownItems['equipment'],
    inventory: parts.get('inventory') as KnownItems['inventory'],
  };
}

/** Whether the same presence was appended lately and lasts for about as long. */
function isPresenceKnown({ parts, presence: last }: AppendedFacts, presence: Presence, now: number): boolean {
  const repeatAfterMs = Math.min(repeatPresenceAfterMs, presence.timeout_ms / presencesPerTimeout);
  const isCovered = !presence.in_game || last.timesOutAt >= presence.at + presence.timeout_ms - repeatAfterMs;
  return isCovered && parts.has('presence', withoutTimeout(presence), repeatAfterMs, now);
}

/** A different timeout alone is no change. */
function withoutTimeout({ timeout_ms, ...presence }: Presence): Omit<Presence, 'timeout_ms'> {
  return presence;
}

/** Once a day all lower xp is added, because a later record has to confirm it. */
function withLowerXp(
  { parts, xp }: AppendedFacts,
  { at, lowerXp }: Facts,
  now: number,
  selected: NewFacts['xp'],
): NewFacts['xp'] {
  if (lowerXp.length === 0) return selected;
  const isFirstOfDay = !parts.has('lower xp day', dayOf(at), never, now);
  const lower = lowerXp.filter(({ skill, xp: low }) => isFirstOfDay || !xp.has(skill, low, never, now));
  return { skills: [...selected.skills, ...lower], complete: false };
}

/**
 * Folds keep a half that is null, and worn items are large. The first gear of a day is always
 * appended, because wealth needs one gear event a day.
 */
function selectGear(
  gear: Gear | null,
  known: {
    readonly isWornKnown: boolean;
    readonly isCarriedKnown: boolean;
    readonly isFirstGearOfDay: boolean;
  },
): Gear | null {
  if (gear === null || known.isFirstGearOfDay) return gear;
  if (known.isWornKnown && known.isCarriedKnown) return null;
  return {
    ...gear,
    worn: known.isWornKnown ? null : gear.worn,
    carried: known.isCarriedKnown ? null : gear.carried,
  };
}

/** @param now monotonic ms @param order the number of the decision in its account */
export function rememberFacts(known: AppendedFacts, appended: NewFacts, now: number, order: number): void {
  const { parts, skills, xp } = known;
  const { presence, gear } = appended;
  if (presence !== null) {
    parts.add('presence', withoutTimeout(presence), now, order);
    const timesOutAt = presence.at + presence.timeout_ms;
    if (known.presence.order < order) known.presence = { timesOutAt, order };
  }
  for (const [part, value] of partEntries(appended.parts)) parts.add(part, value, now, order);
  for (const skill of appended.skills) skills.add(skill.skill, skill, now, order);
  for (const skill of appended.xp.skills) xp.add(skill.skill, skill.xp, now, order);
  if (appended.xp.complete && appended.xp.skills.length > 0)
    parts.add('xp day', dayOf(appended.at), now, order);
  if (appended.lowerXp.length > 0) parts.add('lower xp day', dayOf(appended.at), now, order);
  if (gear !== null) parts.add('gear day', dayOf(gear.at), now, order);
  if (gear?.worn != null) parts.add('worn', wornOf(gear), now, order);
  if (gear?.carried != null) parts.add('carried', carriedOf(gear), now, order);
  const latest = appended.trail.at(-1);
  if (latest !== undefined) parts.add('trail', minuteOf(latest.at), now, order);
}

/** With the day, so that the first message of a UTC day appends unchanged gear too. */
function wornOf(gear: Gear): object {
  return { day: dayOf(gear.at), worn: gear.worn };
}

function carriedOf(gear: Gear): object {
  return { day: dayOf(gear.at), carried: gear.carried };
}

function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}
