import type { Presence } from '../../facts/facts.ts';
import type { Description } from '../identify/describe-account.ts';
import { noSkillNames, type SkillNames } from '../limits/account-entry-limit.ts';
import { type AppendedFacts, bytesOfFacts, nothingAppended } from '../new-facts/select-new-facts.ts';
import type { OwnCharacter } from '../translate/other-character.ts';
import type { LastWorld } from '../translate/resolve-world.ts';

/**
 * Everything that ingest remembers of an account. `load-account.ts` reads what is unknown,
 * `decide.ts` says what a report changes, and `keep-accounts.ts` keeps the result. A part is null
 * or empty while it is unknown, so a lost memory costs only reads, and space in the log.
 */
export interface AccountMemory {
  readonly world: LastWorld | null;
  readonly character: OwnCharacter | null;
  readonly skillNames: SkillNames;
  /** By the plugin's name in the log. */
  readonly presences: ReadonlyMap<string, Presence>;
  /** How many reports were decided: a report that is durable too late overwrites nothing newer. */
  readonly decisions: number;
  /** Changes in place once an append is durable, and is replaced when an append fails. */
  readonly appended: AppendedFacts;
  readonly described: Description | null;
}

export function emptyMemory(): AccountMemory {
  return {
    world: null,
    character: null,
    skillNames: noSkillNames,
    presences: new Map(),
    decisions: 0,
    appended: nothingAppended(),
    described: null,
  };
}

/** Bytes of an account without values. */
const accountBytes = 1_500;
/** Bytes of a name with a number. */
const entryBytes = 80;

/** Roughly. */
export function bytesOf({ appended, character, skillNames }: AccountMemory): number {
  const entries = (character?.xp.size ?? 0) + skillNames.names.size;
  return accountBytes + bytesOfFacts(appended) + entries * entryBytes;
}
