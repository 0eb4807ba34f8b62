import { readSkillNames } from '../../../../projections/account-state/queries/read-skill-names.ts';
import { within } from '../../../../shared/async/waiting.ts';
import { boundedCache } from '../../../../shared/collections/bounded-cache.ts';
import type { Item } from '../../../../shared/domain/item.ts';
import { skills as gameSkills } from '../../../../shared/domain/skill.ts';
import type { Facts, SentParts, Skill } from '../../facts/facts.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import type { IngestMetrics } from '../../ingest-metrics.ts';

/**
 * Leaves out of a report what has no room in the entry of its account; what is left out keeps its last value. An entry is
 * 64 KiB at most and has 100 skills at most (decisions.md, Limits of what one member can do). Without a bound one account
 * took 6,000 skill names.
 */
export type BoundState = (accountId: string, facts: Facts) => Promise<Facts>;

const skillsMax = 100;
/** Most bytes of a skill's name as JSON, so that 100 skills are 14 KiB at most. */
const skillNameBytesMax = 64;
/** Most bytes of each list of items as JSON: together 44 KiB. Beside these and the skills, 6 KiB are left for all else. */
const itemsBytesMax = 22 * 1_024;
/** Most bytes of one item as JSON without its texts, and below of one unit of a text, which may be escaped. */
const itemBytesMax = 180;
const unitBytesMax = 6;

const known = new Set<string>(gameSkills);
const otherSkillsMax = skillsMax - gameSkills.length;

/** Accounts with skills that the game does not have. */
const accountsMax = 1_000;
const fullForMs = 10 * 60_000;

/** The rest of the request's time is for the log. */
const namesLookUpMs = 500;
/** How long the names of an account are not looked up again that could not be had in time. */
const unknownForMs = 5_000;

export function createBoundState(
  { database, logger }: Pick<IngestDeps, 'database' | 'logger'>,
  metrics: IngestMetrics,
): BoundState {
  /** Names that were taken already, by account. */
  const taken = boundedCache<Set<string>>(accountsMax);
  const full = boundedCache<true>(accountsMax, { ttl: fullForMs });
  /** Accounts of which the database did not say in time which skills they have. */
  const unknown = boundedCache<true>(accountsMax, { ttl: unknownForMs });

  /** The skills that the account has room for. The game's own 24 always fit, so they are never looked up. */
  async function boundSkills(accountId: string, sent: readonly Skill[]): Promise<readonly Skill[]> {
    const others = sent.filter(({ skill }) => !known.has(skill));
    if (others.length === 0) return sent;
    const names = taken.get(accountId) ?? new Set<string>();
    taken.set(accountId, names);
    const fits = ({ skill }: Skill) => Buffer.byteLength(JSON.stringify(skill)) <= skillNameBytesMax;
    const fresh = others.filter((skill) => !names.has(skill.skill) && fits(skill));
    const mayFit = !full.has(accountId) && !unknown.has(accountId);
    if (fresh.length > 0 && mayFit) await takeNames(accountId, names, fresh);
    return sent.filter(({ skill }) => known.has(skill) || names.has(skill));
  }

  /**
   * Takes as many of the fresh names as the account has room for. None while that is not known: the skills keep their last
   * value until a later report, since what is stated beyond the bound would stay for good.
   */
  async function takeNames(accountId: string, names: Set<string>, fresh: readonly Skill[]): Promise<void> {
    try {
      await within(namesLookUpMs, addStoredNames(accountId, names), () => {
        throw new Error(`the database did not answer within ${namesLookUpMs} ms`);
      });
    } catch (error) {
      unknown.set(accountId, true);
      logger.warn({ err: error }, 'new skills are left out while it is not known which an account has');
      return;
    }
    for (const { skill } of fresh) if (names.size < otherSkillsMax) names.add(skill);
    if (names.size >= otherSkillsMax) full.set(accountId, true);
  }

  /** Goes on after the report that asked: what comes late is known to the next one. */
  async function addStoredNames(accountId: string, names: Set<string>): Promise<void> {
    for (const name of await readSkillNames(database, accountId)) if (!known.has(name)) names.add(name);
  }

  return async (accountId, facts) => {
    const skills = await boundSkills(accountId, facts.skills);
    const { equipment, inventory } = facts.parts;
    const tooLarge = [equipment, inventory].filter((part) => !fitsItems(part)).length;
    const leftOut = facts.skills.length - skills.length + tooLarge;
    if (leftOut === 0) return facts;
    metrics.skipped(new Map([['no_room', leftOut]]));
    const { gear } = facts;
    return {
      ...facts,
      skills,
      parts: {
        ...facts.parts,
        ...(!fitsItems(equipment) && { equipment: null }),
        ...(!fitsItems(inventory) && { inventory: null }),
      },
      gear: gear === null || fitsItems(gear.worn) ? gear : { ...gear, worn: null },
    };
  };
}

function fitsItems(part: SentParts['equipment'] | { readonly items: readonly Item[] } | undefined): boolean {
  if (part === null || part === undefined) return true;
  let most = 0;
  for (const { name, equipment_slot: slot } of part.items) {
    most += itemBytesMax + ((name?.length ?? 0) + (slot?.length ?? 0)) * unitBytesMax;
  }
  // Nearly always known without writing the list.
  return most <= itemsBytesMax || Buffer.byteLength(JSON.stringify(part.items)) <= itemsBytesMax;
}
