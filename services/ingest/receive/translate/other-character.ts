import { type KnownXp, readKnownXp } from '../../../../projections/xp-history/queries/read-known-xp.ts';
import { boundedCache } from '../../../../shared/collections/bounded-cache.ts';
import { minuteMs } from '../../../../shared/domain/durations.ts';
import { type Facts, holdingEntries, partEntries, type Skill } from '../../facts/facts.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import type { IngestMetrics } from '../../ingest-metrics.ts';
import type { Plugin } from '../../plugin-adapter.ts';
import { readInTime } from './read-in-time.ts';
import type { TranslatedReport } from './translate-report.ts';

/**
 * Some plugins cannot tell a special world. Xp never falls in the game, so lower xp means another
 * character (rules/xp.md#falling-xp).
 */
export interface OtherCharacters {
  /**
   * Presence, game events and lower xp of another character stay.
   * @param now monotonic ms
   */
  leaveOut(plugin: Plugin, accountId: string, report: TranslatedReport, now: number): Promise<Facts>;
}

/** The xp of the own character, and the skills that were last reported below it. */
interface Character {
  readonly xp: Map<string, number>;
  readonly lower: Set<string>;
  /** Monotonic ms. */
  readonly readAt: number;
}

const accountsMax = 10_000;
/** Another process, or an operator who accepts lower xp, may change the known xp. */
const readAgainAfterMs = minuteMs;
export function createOtherCharacters(
  deps: Pick<IngestDeps, 'database' | 'logger'>,
  metrics: IngestMetrics,
): OtherCharacters {
  const characters = boundedCache<Character>(accountsMax);

  async function characterOf(accountId: string, now: number): Promise<Character> {
    const known = characters.get(accountId);
    if (known !== undefined && now - known.readAt < readAgainAfterMs) return known;
    const stored = await readInTime(
      deps,
      'the known xp of an account',
      readKnownXp(deps.database, accountId),
    );
    // Without an answer the memory counts until the next read, so that not every report waits.
    const character =
      stored === undefined ? { ...noCharacter(), ...known, readAt: now } : characterIn(stored, now);
    characters.set(accountId, character);
    return character;
  }

  return {
    leaveOut: async (plugin, accountId, { player, facts }, now) => {
      const count = countOf(facts);
      if (plugin.canReportOtherCharacters !== true || player.specialWorld || count === 0) return facts;
      const character = await characterOf(accountId, now);
      noteLowerSkills(character, facts.skills);
      if (character.lower.size === 0) {
        for (const { skill, xp } of facts.skills) character.xp.set(skill, xp);
        return facts;
      }
      metrics.skipped(new Map([['other_character', count]]));
      const lowerXp = facts.skills.filter(({ skill }) => character.lower.has(skill));
      return {
        ...facts,
        ...{ parts: {}, holdings: {}, gear: null, trail: [], tiles: [], skills: [], lowerXp },
      };
    },
  };
}

function countOf({ parts, holdings, trail, skills }: Facts): number {
  return partEntries(parts).length + holdingEntries(holdings).length + trail.length + skills.length;
}

function noteLowerSkills({ xp, lower }: Character, skills: readonly Skill[]): void {
  for (const { skill, xp: reported } of skills) {
    if (reported < (xp.get(skill) ?? 0)) lower.add(skill);
    else lower.delete(skill);
  }
}

function characterIn(skills: readonly KnownXp[], readAt: number): Character {
  return {
    xp: new Map(skills.map(({ skill, xp }) => [skill, xp])),
    lower: new Set(skills.filter(({ is_lower_waiting }) => is_lower_waiting).map(({ skill }) => skill)),
    readAt,
  };
}

function noCharacter(): Pick<Character, 'xp' | 'lower'> {
  return { xp: new Map(), lower: new Set() };
}
