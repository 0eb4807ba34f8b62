import { readSkillNames } from '../../../../projections/account-state/queries/read-skill-names.ts';
import { within } from '../../../../shared/async/waiting.ts';
import { boundedCache } from '../../../../shared/collections/bounded-cache.ts';
import type { Item } from '../../../../shared/domain/item.ts';
import { skills as gameSkills } from '../../../../shared/domain/skill.ts';
import type { Facts, SentParts, Skill } from '../../facts/facts.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import type { IngestMetrics } from '../../ingest-metrics.ts';

/**
 * Leaves out facts that do not fit into an account's entry of 64 KiB and 100 skills
 * (rules/member-limits.md#one-account).
 */
export type AccountEntryLimit = (accountId: string, facts: Facts) => Promise<Facts>;

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

const accountsMax = 1_000;
const fullForMs = 10 * 60_000;

/** The rest of the request's time is for the log. */
const readTimeoutMs = 500;
const retryAfterMs = 5_000;

export function createAccountSizeLimit(
  { database, logger }: Pick<IngestDeps, 'database' | 'logger'>,
  metrics: IngestMetrics,
): AccountEntryLimit {
  const otherSkills = boundedCache<Set<string>>(accountsMax);
  const fullAccounts = boundedCache<true>(accountsMax, { ttl: fullForMs });
  const failedReads = boundedCache<true>(accountsMax, { ttl: retryAfterMs });

  async function limitSkills(accountId: string, sent: readonly Skill[]): Promise<readonly Skill[]> {
    const others = sent.filter(({ skill }) => !knownSkills.has(skill));
    if (others.length === 0) return sent;
    const names = otherSkills.get(accountId) ?? new Set<string>();
    otherSkills.set(accountId, names);
    const fits = ({ skill }: Skill) => Buffer.byteLength(JSON.stringify(skill)) <= skillNameBytesMax;
    const added = others.filter((skill) => !names.has(skill.skill) && fits(skill));
    const canGrow = !fullAccounts.has(accountId) && !failedReads.has(accountId);
    if (added.length > 0 && canGrow) await addSkills(accountId, names, added);
    return sent.filter(({ skill }) => knownSkills.has(skill) || names.has(skill));
  }

  /** A failed read adds no skill. Otherwise a skill over the limit could be stored for ever. */
  async function addSkills(accountId: string, names: Set<string>, added: readonly Skill[]): Promise<void> {
    try {
      await within(readTimeoutMs, addStoredNames(accountId, names), () => {
        throw new Error(`the database did not answer within ${readTimeoutMs} ms`);
      });
    } catch (error) {
      failedReads.set(accountId, true);
      logger.warn(
        { err: error },
        'new skills of an account are left out: its stored skills could not be read',
      );
      return;
    }
    for (const { skill } of added) if (names.size < otherSkillsMax) names.add(skill);
    if (names.size >= otherSkillsMax) fullAccounts.set(accountId, true);
  }

  /** Continues after the timeout, so that the next report knows the names. */
  async function addStoredNames(accountId: string, names: Set<string>): Promise<void> {
    for (const name of await readSkillNames(database, accountId)) if (!knownSkills.has(name)) names.add(name);
  }

  return async (accountId, facts) => {
    const skills = await limitSkills(accountId, facts.skills);
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
  // The estimate nearly always avoids the slow JSON text.
  return most <= itemsBytesMax || Buffer.byteLength(JSON.stringify(part.items)) <= itemsBytesMax;
}
