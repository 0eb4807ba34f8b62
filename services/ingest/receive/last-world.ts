import { readStoredPresence } from '../../../projections/account-state/queries/stored-presence.ts';
import { isDatabaseUnavailable } from '../../../shared/postgres/database-unavailable.ts';
import { within } from '../../../shared/waiting.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { NamedPlayer } from '../plugin.ts';
import type { IncomingReport } from './append-report.ts';
import type { ReportTimes } from './clock-correction.ts';
import {
  type DeviceMemory,
  forgetSession,
  type LastWorld,
  rememberAccount,
  rememberWorld,
} from './device-memory.ts';
import { type Facts, type Presence, unstatedTimeoutMs } from './facts.ts';

export const unknownWorld: LastWorld = { world: null, special: false, openUntil: 0 };
/** The rest of the request's time is for the log. */
const lookUpMs = 500;

/** A player of whom it is known whether the world is a special one. */
export interface PlacedPlayer extends NamedPlayer {
  readonly specialWorld: boolean;
}

/** The player of a report. What it does not say of the world is taken from the last known one. */
export async function playerInItsWorld(
  deps: Pick<IngestDeps, 'database' | 'logger'>,
  { report: { player }, memory, times }: IncomingReport,
  accountId: string,
): Promise<PlacedPlayer> {
  const { world, specialWorld } = player;
  if (world !== null && specialWorld !== null) return { ...player, specialWorld };
  return playerOn(await lastWorldOf(deps, memory, accountId), player, times);
}

/**
 * A player whose last known world was this one. A special world goes on being special until a report names another, or its
 * session ends (decisions.md, Presence and time): also where a report names it without its types.
 */
export function playerOn(last: LastWorld, player: NamedPlayer, { at }: ReportTimes): PlacedPlayer {
  const { world, specialWorld } = player;
  const goesOn = last.special && at < last.openUntil;
  if (world === null) return { ...player, world: last.world, specialWorld: specialWorld === true || goesOn };
  return { ...player, specialWorld: specialWorld ?? (goesOn && world === last.world) };
}

/** What is remembered of the account for this device; else what is stored, asked for once. */
async function lastWorldOf(
  { database, logger }: Pick<IngestDeps, 'database' | 'logger'>,
  memory: DeviceMemory,
  accountId: string,
): Promise<LastWorld> {
  const known = memory.worlds.get(accountId);
  if (known !== undefined) return known;
  const stored = readStoredPresence(database, accountId).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error))
      logger.error({ err: error }, 'cannot read the last world of an account');
    return undefined;
  });
  const presence = await within(lookUpMs, stored, () => undefined);
  // Reports go on without the database.
  if (presence === undefined) return unknownWorld;
  const world = presence === null ? unknownWorld : worldOfPresence(presence);
  rememberWorld(memory, accountId, world);
  return world;
}

/** The facts of a report with the world that it is of. A late one does not tell on which world its trail was walked. */
export function factsInWorld(
  facts: Facts,
  { world, specialWorld }: PlacedPlayer,
  { late }: ReportTimes,
): Facts {
  const { presence, trail, gameEvents } = facts;
  return {
    ...facts,
    presence: presence === null ? null : { ...presence, world, special_world: specialWorld },
    trail: late ? trail : trail.map((point) => ({ ...point, world: point.world ?? world })),
    gameEvents: gameEvents.map((event) => ({ ...event, special_world: specialWorld })),
  };
}

/** Remembers what a report that came in time said of presence and world. */
export function rememberReported(
  memory: DeviceMemory,
  accountId: string,
  { at, presence, sessionEnds }: Facts,
  { world, specialWorld: special }: PlacedPlayer,
): void {
  // Nothing is noted where no world is known at all: then the next report asks the database again.
  if (world !== null || memory.worlds.has(accountId)) {
    const unstated = { world, special, openUntil: at + unstatedTimeoutMs };
    rememberWorld(memory, accountId, presence === null ? unstated : worldOfPresence(presence));
  }
  if (sessionEnds.length > 0) forgetSession(memory, accountId);
  else rememberAccount(memory, accountId, { at, presence });
}

function worldOfPresence({ at, world, special_world, in_game, timeout_ms }: Presence): LastWorld {
  return { world, special: special_world, openUntil: in_game ? at + timeout_ms : at };
}
