import type { Item } from '../../../../shared/domain/item.ts';
import { skills as gameSkills } from '../../../../shared/domain/skill.ts';
import type { Facts, SentParts, Skill } from '../../facts/facts.ts';

/** The skills of an account that are not in the game's list. Times are monotonic ms. */
export interface SkillNames {
  readonly names: ReadonlySet<string>;
  /** No new name is read before this time. */
  readonly readAgainAt: number;
}

export const noSkillNames: SkillNames = { names: new Set(), readAgainAt: Number.NEGATIVE_INFINITY };

const skillsMax = 100;
/** Bytes of a skill's name as JSON, so that 100 skills take at most 14 KiB. */
const skillNameBytesMax = 64;
/**
 * Bytes of each list of items as JSON. Two lists take at most 44 KiB, which leaves 6 KiB for other
 * parts.
 */
const itemsBytesMax = 22 * 1_024;
/** Bytes of an item as JSON without its texts. */
const itemBytesMax = 180;
/** Bytes of one UTF-16 unit as JSON, which may be escaped. */
const unitBytesMax = 6;

/** They always fit, so they are never read from the database. */
const knownSkills = new Set<string>(gameSkills);
const otherSkillsMax = skillsMax - gameSkills.length;
const fullForMs = 10 * 60_000;

/** Whether the stored names must be read first. A name that does not fit is never read. */
export function hasNewSkillNames(known: SkillNames, skills: readonly Skill[], now: number): boolean {
  return now >= known.readAgainAt && skills.some(({ skill }) => isNew(known, skill));
}

/** @param stored names of the database, which may be in the game's list */
export function withStoredNames({ names, readAgainAt }: SkillNames, stored: readonly string[]): SkillNames {
  const others = stored.filter((name) => !knownSkills.has(name));
  return { names: new Set([...names, ...others]), readAgainAt };
}

/**
 * Leaves out facts that do not fit into an account's entry of 64 KiB and 100 skills
 * (rules/member-limits.md#one-account). Pure.
 * @param known as read, if `hasNewSkillNames`
 * @returns the names after the report, and the number of facts that were left out
 */
export function limitAccountEntry(
  known: SkillNames,
  facts: Facts,
  now: number,
): { readonly facts: Facts; readonly skillNames: SkillNames; readonly leftOut: number } {
  const skillNames = withNewNames(known, facts.skills, now);
  const skills = facts.skills.filter(({ skill }) => knownSkills.has(skill) || skillNames.names.has(skill));
  const { equipment, inventory } = facts.parts;
  const tooLarge = [equipment, inventory].filter((part) => !fitsItems(part)).length;
  const leftOut = facts.skills.length - skills.length + tooLarge;
  if (leftOut === 0) return { facts, skillNames, leftOut };
  const { gear } = facts;
  const fitting = {
    ...facts,
    skills,
    parts: {
      ...facts.parts,
      ...(!fitsItems(equipment) && { equipment: null }),
      ...(!fitsItems(inventory) && { inventory: null }),
    },
    gear: gear === null || fitsItems(gear.worn) ? gear : { ...gear, worn: null },
  };
  return { facts: fitting, skillNames, leftOut };
}

function withNewNames(known: SkillNames, skills: readonly Skill[], now: number): SkillNames {
  if (!hasNewSkillNames(known, skills, now)) return known;
  const names = new Set(known.names);
  for (const { skill } of skills) if (isNew(known, skill) && names.size < otherSkillsMax) names.add(skill);
  return { names, readAgainAt: names.size >= otherSkillsMax ? now + fullForMs : known.readAgainAt };
}

function isNew({ names }: SkillNames, skill: string): boolean {
  return (
    !knownSkills.has(skill) &&
    !names.has(skill) &&
    Buffer.byteLength(JSON.stringify(skill)) <= skillNameBytesMax
  );
}

function fitsItems(part: SentParts['equipment'] | { readonly items: readonly Item[] } | undefined): boolean {
  if (part === null || part === undefined) return true;
  let most = 0;
  for (const { name, equipment_slot: slot } of part.items) {
    most += itemBytesMax + ((name?.length ?? 0) + (slot?.length ?? 0)) * unitBytesMax;
  }
  // The estimate nearly always avoids the slow JSON text.
  return most <= itemsBytesMax || Buffer.byteLength(JSON.stringify(part.items)) <= itemsBytesMax;
}
