import type { Presence } from '../../facts/facts.ts';
import { type HoldingsMemory, noHoldings } from '../holdings/holdings-memory.ts';
import type { Description } from '../identify/describe-account.ts';
import { noSkillNames, type SkillNames } from '../limits/account-entry-limit.ts';
import { type AppendedFacts, bytesOfFacts, nothingAppended } from '../new-facts/select-new-facts.ts';
import { countTiles, noTiles, type WaitingTiles } from '../tiles/waiting-tiles.ts';
import { type OwnCharacter, unknownCharacter } from '../translate/other-character.ts';
import { type LastWorld, unknownWorld } from '../translate/resolve-world.ts';

/**
 * Everything that ingest remembers of an account. `load-account.ts` reads what is unknown,
 * `decide.ts` says what a report changes, and `keep-accounts.ts` keeps the result. A part is null
 * or empty while it is unknown, so a lost memory costs only reads, and space in the log.
 */
export interface AccountMemory {
  readonly world: LastWorld;
  readonly character: OwnCharacter;
  readonly skillNames: SkillNames;
  /** By the plugin's name in the log. */
  readonly presences: ReadonlyMap<string, Presence>;
  /** How many reports were decided: a report that is durable too late overwrites nothing newer. */
  readonly decisions: number;
  /** Changes in place once an append is durable, and is replaced when an append fails. */
  readonly appended: AppendedFacts;
  readonly described: Description | null;
  readonly tiles: WaitingTiles;
  readonly holdings: HoldingsMemory;
}

/** Tiles and holdings that wait for an append, with the bytes of the holdings. */
export interface WaitingCounts {
  readonly tiles: number;
  readonly holdingBytes: number;
}

export function emptyMemory(): AccountMemory {
  return {
    world: unknownWorld,
    character: unknownCharacter,
    skillNames: noSkillNames,
    presences: new Map(),
    decisions: 0,
    appended: nothingAppended(),
    described: null,
    tiles: noTiles,
    holdings: noHoldings,
  };
}

/** Bytes of an account without values. */
const accountBytes = 1_500;
/** Bytes of a name with a number. */
const entryBytes = 80;

/** Roughly, without waiting tiles and holdings. */
export function bytesOf({ appended, character, skillNames, holdings }: AccountMemory): number {
  const entries = character.xp.size + skillNames.names.size + 3 * holdings.stored.size;
  return accountBytes + bytesOfFacts(appended) + entries * entryBytes;
}

export function countWaiting({ tiles, holdings }: AccountMemory): WaitingCounts {
  let holdingBytes = 0;
  for (const { bytes } of holdings.waiting.values()) holdingBytes += bytes;
  return { tiles: countTiles(tiles), holdingBytes };
}

/** The rest is read again, or appended again. */
export function withWaitingOnly({ tiles, holdings }: AccountMemory): AccountMemory {
  return { ...emptyMemory(), tiles, holdings };
}

/** Whether something waits that a plugin does not send again. */
export function isWaiting({ tiles, holdings }: AccountMemory): boolean {
  const areTiles = tiles.walk !== null || tiles.failed.length > 0;
  return areTiles || holdings.waiting.size > 0 || holdings.checkAt !== null;
}
