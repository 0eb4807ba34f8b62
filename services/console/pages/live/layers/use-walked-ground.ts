import { useMemo } from 'react';
import type { SnapshotAccount } from '../../../../../shared/client/api.ts';
import { isWalked, type TrailPosition } from '../../map/trails/trail-parts.ts';
import { WalkedGround } from '../../map/trails/walked-ground.ts';
import { tilesBetween } from '../../map/world.ts';
import { useHubAnswer } from '../../read-api/use-hub-answer.ts';
import { useMe } from '../../read-api/use-key-rights.ts';
import { useIsLoaded, useReadApi } from '../../read-api/use-read-api.ts';
import { filterReadable } from '../../read-api/use-readable-accounts.ts';

/** The time range is short, because the answer can have the trails of 50 accounts. */
const rangeMs = 6 * 3_600_000;
const everyMs = 10 * 60_000;
/** Maximum number of accounts in a request, for each kind of key (read-api.md 8). */
const namedMax = { user: 10, service: 50 } as const;

/**
 * Reads where players walked in the last six hours. The number of accounts in a request is limited,
 * so the request names the most recently seen players. Null when `wanted` is false, when no trail
 * is readable, and before the first answer.
 */
export function useWalkedGround(wanted: boolean): WalkedGround | null {
  const me = useMe();
  const { snapshot } = useReadApi();
  const isLoaded = useIsLoaded();
  const canRead = me?.key.categories.includes('location_history') === true;
  const { body } = useHubAnswer(
    'walked ground',
    { isLoaded },
    (client, signal) => {
      const accounts = snapshot.get()?.accounts ?? new Map<string, SnapshotAccount>();
      const lately = [...accounts.values()]
        .sort((left, right) => (right.last_seen ?? '').localeCompare(left.last_seen ?? ''))
        .map(({ id }) => id);
      const max = me?.key.kind === 'service' ? namedMax.service : namedMax.user;
      const readable = filterReadable(accounts, lately, 'location_history').slice(0, max);
      if (readable.length === 0) return Promise.resolve(null);
      return client.get('/locations', { accounts: readable, from: Date.now() - rangeMs }, signal);
    },
    { enabled: wanted && canRead && isLoaded, everyMs },
  );
  return useMemo(() => {
    if (!wanted || body === undefined || body === null) return null;
    const walked = new WalkedGround();
    for (const { points } of body.data.accounts) {
      for (const [index, point] of points.entries()) {
        const before = points[index - 1];
        if (before !== undefined && isKnownWay(before, point)) walked.addWay(before, point);
      }
    }
    return walked;
  }, [body, wanted]);
}

/** In tiles. */
const closeDistanceMax = 100;

/**
 * True when the player walked between both points, and the points are close together. A line
 * between distant points often crosses lakes and walls.
 */
function isKnownWay(from: TrailPosition, to: TrailPosition): boolean {
  return isWalked(to) && tilesBetween(from, to) <= closeDistanceMax;
}
