import { xpHistoryProjection } from '../../../projections/xp-history/projection.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import type { LiveGenerations, LiveTables } from '../../../shared/projection/live/live-generations.ts';
import type { ProjectionName } from '../../../shared/projection/projection.ts';
import { beingBuiltError } from '../errors/api-error.ts';
import type { StreamLimit } from '../streams/stream-limit.ts';

export interface HistorySources {
  readonly sql: Sql;
  readonly generations: LiveGenerations;
  readonly streamLimit: StreamLimit;
  /** Rows older than these retentions are not served, even before they are deleted. */
  readonly xpRawRetentionMs: number;
  readonly locationRetentionMs: number;
  readonly tileRetentionMs: number;
}

/** @throws ApiError 503 without a live generation, and while the first generation is being built */
export function liveSchema({ generations }: HistorySources, name: ProjectionName): QuotedSchema {
  const schema = generations.schemaOf(name);
  if (schema === null) throw beingBuiltError;
  return schema;
}

/**
 * Includes the shape, because tables of an earlier shape store days in another way.
 * @throws ApiError 503 without live tables
 */
export function liveXpTables({ generations }: HistorySources): LiveTables {
  const tables = generations.tablesOf(xpHistoryProjection.name);
  if (tables === null) throw beingBuiltError;
  return tables;
}
