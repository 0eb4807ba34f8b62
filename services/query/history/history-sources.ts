import { xpHistoryProjection } from '../../../projections/xp-history/projection.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { LiveGenerations, LiveTables } from '../../../shared/projection/live/live-generations.ts';
import type { ProjectionName } from '../../../shared/projection/projection.ts';
import { unavailableError } from '../errors/api-error.ts';
import type { StreamLimit } from '../streams/stream-limit.ts';

/** The data sources of endpoints that return a time range. */
export interface HistorySources {
  readonly sql: Sql;
  readonly generations: LiveGenerations;
  readonly streamLimit: StreamLimit;
  /**
   * How long 5-minute xp, trails and tiles are kept. Older rows are not served, even while they
   * are not deleted yet.
   */
  readonly xpRawRetentionMs: number;
  readonly locationRetentionMs: number;
  readonly tileRetentionMs: number;
}

/**
 * The quoted PostgreSQL schema of a projection's live generation.
 * @throws ApiError 503 while the projection has no live generation
 */
export function liveSchema({ generations }: HistorySources, name: ProjectionName): string {
  const schema = generations.schemaOf(name);
  if (schema === null) throw unavailableError();
  return schema;
}

/**
 * The live tables of xp, with their shape, because tables of an earlier shape store days in another
 * way.
 * @throws ApiError 503 without live tables
 */
export function liveXpTables({ generations }: HistorySources): LiveTables {
  const tables = generations.tablesOf(xpHistoryProjection.name);
  if (tables === null) throw unavailableError();
  return tables;
}
