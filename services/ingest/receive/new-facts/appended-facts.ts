import { LRUCache } from 'lru-cache';
import { dayMs } from '../../../../shared/domain/durations.ts';
import {
  type Facts,
  type Gear,
  minuteOf,
  type Presence,
  partsSent,
  type ReportedPosition,
  type Skill,
} from '../../facts/facts.ts';
import { createStatedValues, type StatedValues } from './appended-values.ts';
import { createNewestPresences, type NewestPresences } from './newest-presences.ts';

/** The facts of a report that are news: what is to be appended. */
export interface News extends Facts {
  /** Skills whose xp is news to `hub.xp`; `complete` on an account's first of a UTC day, which holds them all. */
  readonly xp: { readonly skills: readonly Skill[]; readonly complete: boolean };
  /** Takes the news into memory. Called once the append is durable, and only then. */
  readonly remember: () => void;
}

/**
 * What was last stated of each account, so that it is not stated again, whichever device reports it: one client may be
 * paired twice and sends each message through both. A bounded cache: losing it costs log space, never truth.
 */
export interface UnchangedParts {
  /** @param now monotonic ms */
  select(accountId: string, source: string, facts: Facts, now: number): News;
  /** After an append that failed: nobody knows what of it stands. */
  forget(accountId: string): void;
}

/** Accounts that are remembered, about 8 KB each; and all they may hold together, however large a client makes them. */
const accountsMax = 5_000;
const accountsBytesMax = 64 * 1_048_576;
/** Skills that are remembered of an account: a plugin may invent names. */
const skillsMax = 200;
const partsMax = 20;
/** `updated_at` has to be true to 30 s; the next message may be 10 s away. */
const stateSilenceMs = 20_000;
/**
 * A player is in the game for a timeout after the presence that was stated last, so that an unchanged one is stated this many
 * times in a timeout: `online` ends and a session times out at most a twelfth of it too early, 5 s of the shortest.
 */
const seenPerTimeout = 12;
const seenSilenceMs = 30_000;
const gearSilenceMs = 5 * 60_000;
const forGood = Number.POSITIVE_INFINITY;
/** Bytes in memory of an account of which nothing is stated yet. */
const accountBytes = 1_500;

interface Account {
  readonly parts: StatedValues;
  readonly skills: StatedValues;
  readonly xp: StatedValues;
  readonly presences: NewestPresences;
  /** Until when the player is in the game by the presence that was stated last, epoch ms, and the order of that statement. */
  inGame: { readonly until: number; readonly order: number };
}

export interface UnchangedPartsOptions {
  /** No other process states anything of these accounts, so that unchanged gear stays known. */
  readonly soleProcess: boolean;
  readonly bytesMax?: number;
}

export function createUnchangedParts(options: UnchangedPartsOptions): UnchangedParts {
  const { soleProcess, bytesMax = accountsBytesMax } = options;
  const accounts = new LRUCache<string, { readonly account: Account }>({
    max: accountsMax,
    maxSize: bytesMax,
    sizeCalculation: ({ account }) => bytesOf(account),
  });
  const gearSilence = soleProcess ? forGood : gearSilenceMs;
  let orders = 0;

  function accountOf(id: string): Account {
    const known = accounts.get(id);
    if (known !== undefined) return known.account;
    const fresh: Account = {
      parts: createStatedValues(partsMax),
      skills: createStatedValues(skillsMax),
      xp: createStatedValues(skillsMax),
      presences: createNewestPresences(),
      inGame: { until: Number.NEGATIVE_INFINITY, order: 0 },
    };
    accounts.set(id, { account: fresh });
    return fresh;
  }

  return {
    select: (accountId, source, facts, now) => {
      orders += 1;
      const order = orders;
      const account = accountOf(accountId);
      const news = selectNews(account, withoutOvertaken(account, source, facts), now, gearSilence);
      return {
        ...news,
        remember: () => {
          // Forgotten in between: what it held before is not to be trusted.
          if (accounts.peek(accountId)?.account !== account) return;
          rememberNews(account, news, now, order);
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

/** Remembers the presence of a report, unless another one has said what became of it since. */
function withoutOvertaken({ presences }: Account, source: string, facts: Facts): Facts {
  const { presence } = facts;
  return presence === null || presences.take(source, presence) ? facts : { ...facts, presence: null };
}

/** Whether the same was stated lately, and says that the player is in the game for about as long, whatever plugin said it. */
function isStated({ parts, inGame }: Account, presence: Presence, now: number): boolean {
  const silence = silenceOf(presence);
  const isCovered = !presence.in_game || inGame.until >= presence.at + presence.timeout_ms - silence;
  return isCovered && parts.has('presence', sameOf(presence), silence, now);
}

/** What of a presence is a change when it differs. */
function sameOf({ timeout_ms, ...same }: Presence): Omit<Presence, 'timeout_ms'> {
  return same;
}

function selectNews(
  account: Account,
  facts: Facts,
  now: number,
  gearSilence: number,
): Omit<News, 'remember'> {
  const { parts, skills, xp } = account;
  const { presence, gear } = facts;
  const seen = presence !== null && isStated(account, presence, now);
  const firstOfDay = !parts.has('xp day', dayOf(facts.at), forGood, now);
  const worn = gear?.worn == null || parts.has('worn', wornOf(gear), gearSilence, now);
  const firstGearOfDay = gear !== null && !parts.has('gear day', dayOf(gear.at), forGood, now);
  const carried = gear?.carried == null || parts.has('carried', carriedOf(gear), gearSilence, now);
  const newSkills = facts.skills.filter((skill) => !skills.has(skill.skill, skill, stateSilenceMs, now));
  return {
    ...facts,
    presence: seen ? null : presence,
    parts: Object.fromEntries(
      partsSent(facts.parts).filter(([part, value]) => !parts.has(part, value, stateSilenceMs, now)),
    ),
    skills: newSkills,
    xp: {
      // A skill that is not news has the same xp as before, so only the new ones are looked at.
      skills: firstOfDay
        ? facts.skills
        : newSkills.filter((skill) => !xp.has(skill.skill, skill.xp, forGood, now)),
      complete: firstOfDay,
    },
    // The first gear of a day is stated even if it has neither half: it shows that the account was seen, which wealth
    // needs.
    gear: gearNews(gear, { worn, carried, firstGearOfDay }),
    // The fold keeps the first position of a minute, so once a minute has one, no other is sent for it.
    trail: facts.trail.filter((point) => !parts.has('trail', minuteOf(point), forGood, now)),
  };
}

/**
 * Only the half that changed, because folds keep the other one. A worn set takes 1.2 kB, which would be appended with
 * each of 70 changes an hour.
 */
function gearNews(
  gear: Gear | null,
  known: { readonly worn: boolean; readonly carried: boolean; readonly firstGearOfDay: boolean },
): Gear | null {
  if (gear === null || known.firstGearOfDay) return gear;
  if (known.worn && known.carried) return null;
  return { ...gear, worn: known.worn ? null : gear.worn, carried: known.carried ? null : gear.carried };
}

function rememberNews(account: Account, news: Omit<News, 'remember'>, now: number, order: number): void {
  const { parts, skills, xp } = account;
  const { presence, gear } = news;
  if (presence !== null) {
    parts.add('presence', sameOf(presence), now, order);
    const until = presence.at + presence.timeout_ms;
    if (account.inGame.order < order) account.inGame = { until, order };
  }
  for (const [part, value] of partsSent(news.parts)) parts.add(part, value, now, order);
  for (const skill of news.skills) skills.add(skill.skill, skill, now, order);
  for (const skill of news.xp.skills) xp.add(skill.skill, skill.xp, now, order);
  if (news.xp.complete && news.xp.skills.length > 0) parts.add('xp day', dayOf(news.at), now, order);
  if (gear !== null) parts.add('gear day', dayOf(gear.at), now, order);
  if (gear?.worn != null) parts.add('worn', wornOf(gear), now, order);
  if (gear?.carried != null) parts.add('carried', carriedOf(gear), now, order);
  const latest: ReportedPosition | undefined = news.trail.at(-1);
  if (latest !== undefined) parts.add('trail', minuteOf(latest), now, order);
}

function silenceOf({ timeout_ms }: Presence): number {
  return Math.min(seenSilenceMs, timeout_ms / seenPerTimeout);
}

/** The day is part of it, so that the first message of a UTC day states the gear even if it did not change. */
function wornOf(gear: Gear): object {
  return { day: dayOf(gear.at), worn: gear.worn };
}

function carriedOf(gear: Gear): object {
  return { day: dayOf(gear.at), carried: gear.carried };
}

function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}
