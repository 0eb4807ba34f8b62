import { readKnownXp } from '../../../../projections/xp-history/queries/read-known-xp.ts';
import { within } from '../../../../shared/async/waiting.ts';
import { boundedCache } from '../../../../shared/collections/bounded-cache.ts';
import { minuteMs } from '../../../../shared/domain/durations.ts';
import { isDatabaseUnavailable } from '../../../../shared/postgres/faults/database-unavailable.ts';
import { type Facts, partEntries, type Skill } from '../../facts/facts.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import type { IngestMetrics } from '../../ingest-metrics.ts';
import type { Plugin } from '../../plugin-adapter.ts';
import type { TranslatedReport } from './translate-report.ts';

/**
 * Leaves out the facts of another character (decisions.md, Falling xp). Xp never falls in the game, so a plugin that cannot
 * tell a special world reports another character while a skill of the report is below the known xp.
 */
export interface OtherCharacters {
  /**
   * Presence and game events of another character stay. Its lower xp stays too: the series takes it after 24 h, or when an
   * operator accepts it.
   * @param now monotonic ms
   * @returns the facts of the account's own character
   */
  leaveOut(plugin: Plugin, accountId: string, report: TranslatedReport, now: number): Promise<Facts>;
}

/** The xp of an account's own character, and the skills that were last reported below it. */
interface Character {
  readonly xp: Map<string, number>;
  readonly lower: Set<string>;
  /** Monotonic ms. */
  readonly readAt: number;
}

const accountsMax = 10_000;
/** Another process, or an operator who accepts lower xp, may change the known xp. */
const readAgainAfterMs = minuteMs;
/** The rest of the request's time is for the log. */
const readTimeoutMs = 500;

export function createOtherCharacters(
  { database, logger }: Pick<IngestDeps, 'database' | 'logger'>,
  metrics: IngestMetrics,
): OtherCharacters {
  const characters = boundedCache<Character>(accountsMax);

  async function characterOf(accountId: string, now: number): Promise<Character> {
    const known = characters.get(accountId);
    if (known !== undefined && now - known.readAt < readAgainAfterMs) return known;
    const stored = await readCharacter(accountId, now);
    const character = stored ?? known ?? emptyCharacter(now);
    characters.set(accountId, character);
    return character;
  }

  /** Null when the database does not answer in time: a report does not wait for it. */
  async function readCharacter(accountId: string, readAt: number): Promise<Character | null> {
    const read = readKnownXp(database, accountId).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error))
        logger.error({ err: error }, 'cannot read the known xp of an account');
      return null;
    });
    const skills = await within(readTimeoutMs, read, () => null);
    if (skills === null) return null;
    return {
      xp: new Map(skills.map(({ skill, xp }) => [skill, xp])),
      lower: new Set(skills.filter(({ is_lower_waiting }) => is_lower_waiting).map(({ skill }) => skill)),
      readAt,
    };
  }

  return {
    leaveOut: async (plugin, accountId, { player, facts }, now) => {
      const count = partEntries(facts.parts).length + facts.trail.length + facts.skills.length;
      if (plugin.canMixCharacters !== true || player.specialWorld || count === 0) return facts;
      const character = await characterOf(accountId, now);
      if (isOwn(character, facts.skills)) return facts;
      metrics.skipped(new Map([['other_character', count]]));
      const lowerXp = facts.skills.filter(({ skill }) => character.lower.has(skill));
      return { ...facts, parts: {}, gear: null, trail: [], skills: [], lowerXp };
    },
  };
}

/** Notes which skills are below the known xp. @returns whether none is, so that the report is of the own character */
function isOwn({ xp, lower }: Character, skills: readonly Skill[]): boolean {
  for (const { skill, xp: reported } of skills) {
    if (reported < (xp.get(skill) ?? 0)) lower.add(skill);
    else lower.delete(skill);
  }
  if (lower.size > 0) return false;
  for (const { skill, xp: reported } of skills) xp.set(skill, reported);
  return true;
}

function emptyCharacter(readAt: number): Character {
  return { xp: new Map(), lower: new Set(), readAt };
}
