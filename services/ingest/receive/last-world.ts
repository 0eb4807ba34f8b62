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
import type { Facts, Presence } from './facts.ts';

export const unknownWorld: LastWorld = { world: null, special: false, openUntil: 0 };
/** How long a session is taken to last after a report without presence, which does not say when it times out. */
const unstatedTimeoutMs = 5 * 60_000;
/** The rest of the request's time is for the log. */
const lookUpMs = 500;

/** The player of a report. If it names no world, the player is taken to be on the last known one. */
export async function playerInItsWorld(
  deps: Pick<IngestDeps, 'database' | 'logger'>,
  { report: { player }, memory, times }: IncomingReport,
  accountId: string,
): Promise<NamedPlayer> {
  return player.world === null ? playerOn(await lastWorldOf(deps, memory, accountId), player, times) : player;
}

/** A player who names no world, on the one that the account was last known on. */
export function playerOn(last: LastWorld, player: NamedPlayer, { at }: ReportTimes): NamedPlayer {
  if (player.world !== null) return player;
  const specialWorld = player.specialWorld || (last.special && at < last.openUntil);
  return { ...player, world: last.world, specialWorld };
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
  { world, specialWorld }: NamedPlayer,
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
  { world, specialWorld: special }: NamedPlayer,
): void {
  // Nothing is noted where no world is known at all: then the next report asks the database again.
  if (world !== null || memory.worlds.has(accountId)) {
    const unstated = { world, special, openUntil: at + unstatedTimeoutMs };
    rememberWorld(memory, accountId, presence === null ? unstated : worldOfPresence(presence));
  }
  if (sessionEnds.length > 0) forgetSession(memory, accountId);
  else rememberAccount(memory, accountId, presence);
}

function worldOfPresence({ at, world, special_world, in_game, timeout_ms }: Presence): LastWorld {
  return { world, special: special_world, openUntil: in_game ? at + timeout_ms : at };
}
