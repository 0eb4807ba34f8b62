import { readStoredPresence } from '../../../../projections/account-state/queries/stored-presence.ts';
import { within } from '../../../../shared/async/waiting.ts';
import { boundedCache } from '../../../../shared/collections/bounded-cache.ts';
import { isDatabaseUnavailable } from '../../../../shared/postgres/faults/database-unavailable.ts';
import { type Facts, type Presence, unstatedTimeoutMs } from '../../facts/facts.ts';
import type { ReportTimes } from '../../facts/report-times.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import type { NamedPlayer } from '../../plugin.ts';
import type { IncomingReport } from '../append/append-report.ts';
import { type DeviceMemory, forgetAccount, rememberAccount } from '../device-memory.ts';

/**
 * The world that an account was last known on. A report that names no world is taken to be of this one. Where it is a
 * special one, the report is of the other character until the session that began there ends (decisions.md, Presence and
 * time).
 */
export interface LastWorld {
  readonly world: number | null;
  readonly special: boolean;
  /** When a report said so, epoch ms: of those that named no world none did. */
  readonly saidAt: number;
  /** When the session there ends if no other message comes, epoch ms. */
  readonly openUntil: number;
  /** When it was last made sure of, monotonic ms: said here, or looked up. */
  readonly sureAt: number;
}

/**
 * The last worlds of accounts, whichever device and plugin named them: a plugin that never names one is where another says
 * that the account is. They stay when a session ends. Losing one costs a look into the database.
 */
export interface LastWorlds {
  get(accountId: string): LastWorld | undefined;
  set(accountId: string, last: LastWorld): void;
}

const accountsMax = 10_000;

export function createLastWorlds(): LastWorlds {
  return boundedCache<LastWorld>(accountsMax);
}

export const unknownWorld: LastWorld = { world: null, special: false, saidAt: 0, openUntil: 0, sureAt: 0 };
/** The rest of the request's time is for the log. */
const lookUpMs = 500;
/** How long a process goes by its own memory, where another one may have received a report from another world since. */
const sureForMs = 5_000;

/** A player of whom it is known whether the world is a special one. */
export interface PlacedPlayer extends NamedPlayer {
  readonly specialWorld: boolean;
}

/** The player of a report. What it does not say of the world is taken from the last known one. */
export async function playerInItsWorld(
  deps: LookUpDeps,
  worlds: LastWorlds,
  { report: { player }, times, now }: IncomingReport,
  accountId: string,
): Promise<PlacedPlayer> {
  const { world, specialWorld } = player;
  if (world !== null && specialWorld !== null) return { ...player, specialWorld };
  return playerOn(await lastWorldOf(deps, worlds, accountId, now), player, times);
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

type LookUpDeps = Pick<IngestDeps, 'database' | 'logger' | 'soleProcess'>;

/** What this process remembers of the account, and what is stored where that was said later. */
async function lastWorldOf(
  deps: LookUpDeps,
  worlds: LastWorlds,
  accountId: string,
  now: number,
): Promise<LastWorld> {
  const known = worlds.get(accountId);
  if (known !== undefined && (deps.soleProcess || now - known.sureAt < sureForMs)) return known;
  const presence = await storedPresence(deps, accountId);
  const last = worlds.get(accountId);
  // Reports go on without the database.
  if (presence === undefined && last === undefined) return unknownWorld;
  const stored = presence ? worldOfPresence(presence, presence.at) : unknownWorld;
  const latest = last !== undefined && last.saidAt >= stored.saidAt ? last : stored;
  const sure = { ...latest, sureAt: now };
  worlds.set(accountId, sure);
  return sure;
}

/** Undefined where the database does not answer in time. */
async function storedPresence({ database, logger }: LookUpDeps, accountId: string) {
  const stored = readStoredPresence(database, accountId).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error))
      logger.error({ err: error }, 'cannot read the last world of an account');
    return undefined;
  });
  return within(lookUpMs, stored, () => undefined);
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
  { memory, worlds }: { readonly memory: DeviceMemory; readonly worlds: LastWorlds },
  accountId: string,
  { at, presence, sessionEnds }: Facts,
  {
    player,
    namedWorld,
    now,
  }: { readonly player: PlacedPlayer; readonly namedWorld: boolean; readonly now: number },
): void {
  const last = worlds.get(accountId);
  const { world, specialWorld: special } = player;
  // Nothing is noted where no world is known at all: then the next report asks the database again.
  if (world !== null || last !== undefined) {
    const saidAt = namedWorld ? at : (last?.saidAt ?? 0);
    const unstated = { world, special, saidAt, openUntil: at + unstatedTimeoutMs };
    const reported = presence === null ? unstated : worldOfPresence(presence, saidAt);
    worlds.set(accountId, { ...reported, sureAt: namedWorld ? now : (last?.sureAt ?? now) });
  }
  if (sessionEnds.length > 0) forgetSession({ memory, worlds }, accountId);
  else rememberAccount(memory, accountId, { at, presence });
}

/** Remembers that the session of an account ended, which ends what was known of its world. */
export function forgetSession(
  { memory, worlds }: { readonly memory: DeviceMemory; readonly worlds: LastWorlds },
  accountId: string,
): void {
  forgetAccount(memory, accountId);
  const last = worlds.get(accountId);
  if (last !== undefined) worlds.set(accountId, { ...last, special: false });
}

function worldOfPresence({ at, world, special_world, in_game, timeout_ms }: Presence, saidAt: number) {
  const openUntil = in_game ? at + timeout_ms : at;
  return { world, special: special_world, saidAt, openUntil, sureAt: 0 };
}
