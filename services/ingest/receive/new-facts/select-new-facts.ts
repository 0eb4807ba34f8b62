import { LRUCache } from 'lru-cache';
import { dayMs, minuteOf } from '../../../../shared/domain/durations.ts';
import { type Facts, type Gear, type Presence, partEntries, type Skill } from '../../facts/facts.ts';
import { type AppendedValues, createAppendedValues } from './appended-values.ts';
import { type KnownItems, keepKnownItems } from './keep-known-items.ts';
import { createNewestPresences, type NewestPresences } from './newest-presences.ts';

export interface NewFacts extends Facts {
  /**
   * Skills whose xp is new to `hub.xp`. `complete`: all skills, in the first report of a UTC day.
   */
  readonly xp: { readonly skills: readonly Skill[]; readonly complete: boolean };
  /** To be called once the append is durable. */
  readonly remember: () => void;
}

/**
 * All devices share the memory: a client that is paired twice sends each message twice. A lost
 * memory costs only space in the log.
 */
export interface AppendedFacts {
  /** @param now monotonic ms */
  selectNew(accountId: string, source: string, facts: Facts, now: number): NewFacts;
  /** To be called after a failed append: it is unknown which facts the log has. */
  forget(accountId: string): void;
}

const accountsMax = 5_000;
const accountsBytesMax = 64 * 1_048_576;
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
/** Bytes of an account without values. */
const accountBytes = 1_500;

interface Account {
  readonly parts: AppendedValues;
  readonly skills: AppendedValues;
  readonly xp: AppendedValues;
  readonly presences: NewestPresences;
  /** `timesOutAt` is epoch ms. `order` is the order of the append. */
  appendedPresence: { readonly timesOutAt: number; readonly order: number };
}

export interface AppendedFactsOptions {
  /** No other process appends, so unchanged gear is not repeated. */
  readonly isSoleProcess: boolean;
  readonly bytesMax?: number;
}

export function createAppendedFacts(options: AppendedFactsOptions): AppendedFacts {
  const { isSoleProcess, bytesMax = accountsBytesMax } = options;
  const accounts = new LRUCache<string, { readonly account: Account }>({
    max: accountsMax,
    maxSize: bytesMax,
    sizeCalculation: ({ account }) => bytesOf(account),
  });
  const gearRepeatMs = isSoleProcess ? never : repeatGearAfterMs;
  let orders = 0;

  function accountOf(id: string): Account {
    const known = accounts.get(id);
    if (known !== undefined) return known.account;
    const fresh: Account = {
      parts: createAppendedValues(partsMax),
      skills: createAppendedValues(skillsMax),
      xp: createAppendedValues(skillsMax),
      presences: createNewestPresences(),
      appendedPresence: { timesOutAt: Number.NEGATIVE_INFINITY, order: 0 },
    };
    accounts.set(id, { account: fresh });
    return fresh;
  }

  return {
    selectNew: (accountId, source, facts, now) => {
      orders += 1;
      const order = orders;
      const account = accountOf(accountId);
      const named = keepKnownItems(facts, knownItemsOf(account));
      const selected = selectFacts(account, withoutReplaced(account, source, named), now, gearRepeatMs);
      return {
        ...selected,
        remember: () => {
          // The account was forgotten in the meantime: its earlier values may be wrong.
          if (accounts.peek(accountId)?.account !== account) return;
          rememberFacts(account, selected, now, order);
          // A new object makes the cache measure the account again.
          accounts.set(accountId, { account });
        },
      };
    },
    forget: (accountId) => {
      accounts.delete(accountId);
    },
  };
}

function bytesOf({ parts, skills, xp }: Account): number {
  return accountBytes + parts.bytes() + skills.bytes() + xp.bytes();
}

function knownItemsOf({ parts }: Account): KnownItems {
  return {
    equipment: parts.get('equipment') as KnownItems['equipment'],
    inventory: parts.get('inventory') as KnownItems['inventory'],
  };
}

function withoutReplaced({ presences }: Account, source: string, facts: Facts): Facts {
  const { presence } = facts;
  return presence === null || presences.accept(source, presence) ? facts : { ...facts, presence: null };
}

/** Whether the same presence was appended lately and lasts for about as long. */
function isPresenceKnown({ parts, appendedPresence }: Account, presence: Presence, now: number): boolean {
  const repeatAfterMs = Math.min(repeatPresenceAfterMs, presence.timeout_ms / presencesPerTimeout);
  const isCovered =
    !presence.in_game || appendedPresence.timesOutAt >= presence.at + presence.timeout_ms - repeatAfterMs;
  return isCovered && parts.has('presence', withoutTimeout(presence), repeatAfterMs, now);
}

/** A different timeout alone is no change. */
function withoutTimeout({ timeout_ms, ...presence }: Presence): Omit<Presence, 'timeout_ms'> {
  return presence;
}

function selectFacts(
  account: Account,
  facts: Facts,
  now: number,
  gearRepeatMs: number,
): Omit<NewFacts, 'remember'> {
  const { parts, skills, xp } = account;
  const { presence, gear } = facts;
  const isFirstOfDay = !parts.has('xp day', dayOf(facts.at), never, now);
  const isWornKnown = gear?.worn == null || parts.has('worn', wornOf(gear), gearRepeatMs, now);
  const isFirstGearOfDay = gear !== null && !parts.has('gear day', dayOf(gear.at), never, now);
  const isCarriedKnown = gear?.carried == null || parts.has('carried', carriedOf(gear), gearRepeatMs, now);
  const newSkills = facts.skills.filter((skill) => !skills.has(skill.skill, skill, repeatStateAfterMs, now));
  return {
    ...facts,
    presence: presence !== null && isPresenceKnown(account, presence, now) ? null : presence,
    parts: Object.fromEntries(
      partEntries(facts.parts).filter(([part, value]) => !parts.has(part, value, repeatStateAfterMs, now)),
    ),
    skills: newSkills,
    xp: withLowerXp(account, facts, now, {
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

/** Once a day all lower xp is added, because a later record has to confirm it. */
function withLowerXp(
  { parts, xp }: Account,
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

function rememberFacts(
  account: Account,
  appended: Omit<NewFacts, 'remember'>,
  now: number,
  order: number,
): void {
  const { parts, skills, xp } = account;
  const { presence, gear } = appended;
  if (presence !== null) {
    parts.add('presence', withoutTimeout(presence), now, order);
    const timesOutAt = presence.at + presence.timeout_ms;
    if (account.appendedPresence.order < order) account.appendedPresence = { timesOutAt, order };
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
