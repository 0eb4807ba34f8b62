import { readStoredPresence } from '../../../../projections/account-state/queries/stored-presence.ts';
import { boundedCache } from '../../../../shared/collections/bounded-cache.ts';
import { minuteMs } from '../../../../shared/domain/durations.ts';
import type { Facts, Presence } from '../../facts/facts.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import { readInTime } from './read-in-time.ts';
import { type LastWorld, type PlacedPlayer, unknownWorld } from './resolve-world.ts';

/** Reported by any device and any plugin. An account keeps its world when its session ends. */
export interface LastWorlds {
  get(accountId: string): LastWorld | undefined;
  set(accountId: string, last: LastWorld): void;
}

const accountsMax = 10_000;

export function createLastWorlds(): LastWorlds {
  return boundedCache<LastWorld>(accountsMax);
}

/** Another process may have received a report from another world. */
const checkAfterMs = 5_000;

type FindDeps = Pick<IngestDeps, 'database' | 'logger' | 'isSoleProcess'>;

/** The newer of the remembered world and the stored world. @param now monotonic ms */
export async function findLastWorld(
  deps: FindDeps,
  worlds: LastWorlds,
  accountId: string,
  now: number,
): Promise<LastWorld> {
  const known = worlds.get(accountId);
  if (known !== undefined && (deps.isSoleProcess || now - known.checkedAt < checkAfterMs)) return known;
  const read = readStoredPresence(deps.database, accountId);
  const presence = await readInTime(deps, 'the last world of an account', read);
  const remembered = worlds.get(accountId);
  // A report does not wait for a database that is away.
  if (presence === undefined && remembered === undefined) return unknownWorld;
  const stored = presence ? worldOfPresence(presence, presence.at) : unknownWorld;
  const newer = remembered !== undefined && remembered.reportedAt >= stored.reportedAt ? remembered : stored;
  const checked = { ...newer, checkedAt: now };
  worlds.set(accountId, checked);
  return checked;
}

/** For a report without presence, which does not say when its session times out. */
const assumedTimeoutMs = 5 * minuteMs;

/**
 * For a report that came in time. The end of a session ends the stay on a special world.
 * @param now monotonic ms
 */
export function rememberWorld(
  worlds: LastWorlds,
  accountId: string,
  { at, presence, sessionEnds }: Facts,
  { player, isWorldNamed, now }: { player: PlacedPlayer; isWorldNamed: boolean; now: number },
): void {
  const last = worlds.get(accountId);
  const { world, specialWorld: isSpecial } = player;
  // An unknown world is not remembered, so that the next report reads the database again.
  if (world === null && last === undefined) return;
  const reportedAt = isWorldNamed ? at : (last?.reportedAt ?? 0);
  const assumed = { world, isSpecial, isSeasonal: false, reportedAt, sessionEndsAt: at + assumedTimeoutMs };
  const reported = presence === null ? assumed : worldOfPresence(presence, reportedAt);
  worlds.set(accountId, {
    ...reported,
    isSpecial: reported.isSpecial && sessionEnds.length === 0,
    isSeasonal: reported.isSpecial && (player.seasonalWorld === true || last?.isSeasonal === true),
    checkedAt: isWorldNamed ? now : (last?.checkedAt ?? now),
  });
}

function worldOfPresence(
  { at, world, special_world, in_game, timeout_ms }: Presence,
  reportedAt: number,
): LastWorld {
  const sessionEndsAt = in_game ? at + timeout_ms : at;
  return { world, isSpecial: special_world, isSeasonal: false, reportedAt, sessionEndsAt, checkedAt: 0 };
}
