import { eventFeedProjection } from '../../../projections/event-feed/projection.ts';
import { readStoredIds } from '../../../projections/event-feed/queries/read-stored-ids.ts';
import { locationTrailProjection } from '../../../projections/location-trail/projection.ts';
import { readPointTimes } from '../../../projections/location-trail/queries/read-points.ts';
import { tileTrailProjection } from '../../../projections/tile-trail/projection.ts';
import { boundedCache } from '../../../shared/collections/bounded-cache.ts';
import { minuteOf } from '../../../shared/domain/durations.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { type NewEvent, newEvent } from '../../../shared/events/event.ts';
import { gameEventRecorded } from '../../../shared/events/types/game-event-recorded.ts';
import { positionReported } from '../../../shared/events/types/position-reported.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { findOwnLive, type ReadShapes } from '../../../shared/projection/generations/generations.ts';
import type { ReportedPosition } from '../../ingest/facts/facts.ts';
import type { Reporter } from '../../ingest/receive/holdings/events-of-holdings.ts';
import { eventsOfTiles, findMissingTiles } from './missing-tiles.ts';
import type { Retranslated } from './retranslate.ts';

export interface TranslatedAgain extends Retranslated, Reporter {}

/**
 * A stored point and the same point translated again may differ by this much, because the clocks of
 * ingest and of the log differ.
 */
const samePointMs = 5_000;
/**
 * When the cache drops a fact, the fact can be appended twice. The folds skip the second record.
 */
const rememberedMax = 200_000;

export interface KeptFrom {
  /** Older points have expired; epoch ms. */
  readonly trailFrom: number;
  /** Older tiles have expired, epoch ms; null when the hub keeps no tiles. */
  readonly tilesFrom: number | null;
}

/** Finds the facts in bodies that are missing in the projections. Does not return a fact twice. */
export function createMissingFinder(database: Database, { trailFrom, tilesFrom }: KeptFrom) {
  const found = boundedCache<true>(rememberedMax);

  function isNew(key: string): boolean {
    if (found.has(key)) return false;
    found.set(key, true);
    return true;
  }

  /** The events in the order of the bodies, and the number of facts. */
  return async (bodies: readonly TranslatedAgain[]) => {
    const stored = await readStored(database, bodies);
    const events: NewEvent[] = [];
    let [gameEvents, points, tileCount] = [0, 0, 0];
    for (const { accountId, source, gameEvents: said, trail, tiles } of bodies) {
      const about = { subject: accountId, source };
      const missing = trail.filter(
        (point) =>
          point.at >= trailFrom &&
          !isStored(point, stored.pointTimes.get(accountId) ?? []) &&
          isNew(`${accountId} ${minuteOf(point.at)}`),
      );
      if (missing.length > 0) events.push(newEvent(positionReported, about, { points: missing }));
      points += missing.length;
      const kept = tiles.filter(({ at }) => tilesFrom !== null && at >= tilesFrom);
      const walked = await findMissingTiles(database, stored.walked, {
        accountId,
        tiles: kept,
        sameMs: samePointMs,
      });
      const added = walked.filter(({ at, x, y }) => isNew(`${accountId} ${at} ${x} ${y}`));
      events.push(...eventsOfTiles(accountId, source, added));
      tileCount += added.length;
      for (const event of said) {
        if (stored.eventIds.has(event.event_id) || !isNew(event.event_id)) continue;
        events.push(newEvent(gameEventRecorded, about, event));
        gameEvents += 1;
      }
    }
    return { events, gameEvents, points, tiles: tileCount };
  };
}

async function readStored(database: Database, bodies: readonly TranslatedAgain[]) {
  const feed = await schemaOf(database, eventFeedProjection);
  const trails = await schemaOf(database, locationTrailProjection);
  const ids = bodies.flatMap(({ gameEvents }) => gameEvents.map((event) => event.event_id));
  const pointTimes = new Map<string, readonly number[]>();
  for (const [accountId, said] of Map.groupBy(bodies, (body) => body.accountId)) {
    const times = said.flatMap(({ trail }) => trail.map(({ at }) => at));
    if (times.length === 0) continue;
    const [from, to] = times.reduce(
      ([least, most], at) => [Math.min(least, at), Math.max(most, at)],
      [Number.POSITIVE_INFINITY, 0],
    );
    const range = { accountId, from: from - samePointMs, to: to + samePointMs };
    pointTimes.set(accountId, await readPointTimes(database, trails, range));
  }
  const walked = await schemaOf(database, tileTrailProjection);
  return { eventIds: await readStoredIds(database, feed, ids), pointTimes, walked };
}

async function schemaOf(database: Database, projection: ReadShapes): Promise<QuotedSchema> {
  const live = await findOwnLive(database, projection);
  if (live === null)
    throw new OperatorError('no_tables', `${projection.name} has no tables yet: start the hub`);
  return live.schema;
}

/**
 * Any stored point of the same minute counts as this point, because the fold keeps only the first
 * point of a minute.
 */
function isStored(point: ReportedPosition, times: readonly number[]): boolean {
  const minute = minuteOf(point.at);
  return times.some((at) => minuteOf(at) === minute || Math.abs(at - point.at) < samePointMs);
}
