import type { Sql } from '../../../shared/postgres/database.ts';
import type { LiveGenerations } from '../../../shared/projection/generations/live-generations.ts';
import type { ProjectionName } from '../../../shared/projection/projection.ts';
import { unavailableError } from '../errors.ts';
import type { StreamSlots } from '../streams/stream-slots.ts';

/** What the routes over time read from. */
export interface HistorySources {
  readonly sql: Sql;
  readonly generations: LiveGenerations;
  readonly slots: StreamSlots;
  /** How long 5-minute xp and trails are kept: what is older is not served, deleted or not. */
  readonly xpRawRetentionMs: number;
  readonly locationRetentionMs: number;
}

/** The quoted schema of a room's live generation. @throws ApiError 503 while there is none */
export function liveSchema({ generations }: HistorySources, name: ProjectionName): string {
  const schema = generations.schemaOf(name);
  if (schema === null) throw unavailableError();
  return schema;
}
