import type { KnownXp } from '../../../../projections/xp-history/queries/read-skills.ts';
import { type Facts, holdingEntries, partEntries, type Skill } from '../../facts/facts.ts';
import type { Plugin } from '../../plugin-adapter.ts';
import type { TranslatedReport } from './translate-report.ts';

/** The xp of the own character, and the skills that were last reported below it. */
export interface OwnCharacter {
  readonly xp: ReadonlyMap<string, number>;
  readonly lower: ReadonlySet<string>;
  /** False when the database did not answer yet. */
  readonly isRead: boolean;
  /** Monotonic ms. */
  readonly readAt: number;
}

export const unknownCharacter: OwnCharacter = {
  xp: new Map(),
  lower: new Set(),
  isRead: false,
  readAt: Number.NEGATIVE_INFINITY,
};

export function characterIn(skills: readonly KnownXp[], readAt: number): OwnCharacter {
  return {
    xp: new Map(skills.map(({ skill, xp }) => [skill, xp])),
    lower: new Set(skills.filter(({ is_lower_waiting }) => is_lower_waiting).map(({ skill }) => skill)),
    isRead: true,
    readAt,
  };
}

/**
 * Some plugins cannot tell a special world. Xp never falls in the game, so lower xp means another
 * character (rules/xp.md#falling-xp).
 */
export function mayBeOtherCharacter(
  plugin: Plugin,
  { player, facts }: Pick<TranslatedReport, 'player' | 'facts'>,
): boolean {
  return plugin.canReportOtherCharacters === true && !player.specialWorld && countOf(facts) > 0;
}

interface OwnFacts {
  readonly facts: Facts;
  /** After the report. */
  readonly character: OwnCharacter;
  /** How many facts were left out. */
  readonly leftOut: number;
}

/** The facts of a report that are about the own character. Pure. */
export function factsOfOwnCharacter(
  plugin: Plugin,
  translated: Pick<TranslatedReport, 'player' | 'facts'>,
  known: OwnCharacter,
): OwnFacts {
  const { facts } = translated;
  return mayBeOtherCharacter(plugin, translated)
    ? leaveOutOtherCharacter(known, facts)
    : { facts, character: withOwnXp(known, facts.skills), leftOut: 0 };
}

/** Presence, game events and lower xp of another character stay. */
function leaveOutOtherCharacter(known: OwnCharacter, facts: Facts): OwnFacts {
  const character = withLower(known, facts.skills);
  if (character.lower.size === 0) {
    const xp = new Map(character.xp);
    for (const skill of facts.skills) xp.set(skill.skill, skill.xp);
    return { facts, character: { ...character, xp }, leftOut: 0 };
  }
  const lowerXp = facts.skills.filter(({ skill }) => character.lower.has(skill));
  const left = { parts: {}, holdings: {}, gear: null, trail: [], tiles: [], skills: [], lowerXp };
  return { facts: { ...facts, ...left }, character, leftOut: countOf(facts) };
}

/** For a plugin that tells special worlds, so the facts are the own character's. */
function withOwnXp(known: OwnCharacter, skills: readonly Skill[]): OwnCharacter {
  if (!known.isRead) return known;
  const higher = skills.filter(({ skill, xp }) => xp > (known.xp.get(skill) ?? 0));
  if (higher.length === 0) return known;
  const xp = new Map(known.xp);
  for (const skill of higher) xp.set(skill.skill, skill.xp);
  return { ...known, xp };
}

export function withLower(known: OwnCharacter, skills: readonly Skill[]): OwnCharacter {
  const lower = new Set(known.lower);
  for (const { skill, xp } of skills) {
    if (xp < (known.xp.get(skill) ?? 0)) lower.add(skill);
    else lower.delete(skill);
  }
  return { ...known, lower };
}

function countOf({ parts, holdings, trail, skills }: Facts): number {
  return partEntries(parts).length + holdingEntries(holdings).length + trail.length + skills.length;
}
