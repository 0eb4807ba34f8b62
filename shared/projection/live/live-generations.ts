import type { Logger } from '../../observability/logger.ts';
import type { Database } from '../../postgres/database.ts';
import type { Notifications } from '../../postgres/notifications.ts';
import { type QuotedSchema, quoted } from '../../postgres/quoted-schema.ts';
import { shapesOf } from '../generations/generations.ts';
import type { Projection, ProjectionName } from '../projection.ts';
import { followProjection } from './follow-projection.ts';

export interface LiveTables {
  readonly schema: QuotedSchema;
  readonly shape: number;
}

export interface LiveGenerations {
  /**
   * The live tables of the newest shape that this release reads. Null without such tables, and
   * while a first generation is being built. Then a route throws `beingBuiltError`, and a field or
   * section of another route is null or left out.
   */
  tablesOf(name: ProjectionName): LiveTables | null;
  /** The schema of `tablesOf`. */
  schemaOf(name: ProjectionName): QuotedSchema | null;
  close(): Promise<void>;
}

/**
 * Tables that were live are kept longer than this (`readersGoneMs` in `replay/drop-surplus.ts`).
 */
export const readLiveEveryMs = 5_000;

export function openLiveGenerations(options: {
  readonly database: Database;
  readonly notifications: Notifications;
  readonly logger: Logger;
  /** Limits the tables to shapes that these projections can read; any shape when not given. */
  readonly projections?: readonly Projection[];
  readonly readEveryMs?: number;
}): LiveGenerations {
  const { database, notifications, logger, readEveryMs = readLiveEveryMs } = options;
  const shapes = new Map(options.projections?.map((projection) => [projection.name, shapesOf(projection)]));
  let live: ReadonlyMap<string, LiveTables> = new Map();

  const follower = followProjection({
    name: 'read of the live generations',
    notifications,
    logger,
    // When a read fails, the last answer stays: old tables remain for a while.
    read: async () => {
      live = await readPointers(database, shapes);
      return true;
    },
    everyMs: readEveryMs,
  });

  return {
    tablesOf: (name) => live.get(name) ?? null,
    schemaOf: (name) => live.get(name)?.schema ?? null,
    close: follower.close,
  };
}

async function readPointers(
  database: Database,
  shapes: ReadonlyMap<string, readonly number[]>,
): Promise<Map<string, LiveTables>> {
  const rows = await database.many<{ projection: string; shape: number; schema_name: string }>({
    text: `select p.projection, p.shape, g.schema_name
           from projection.pointer p
           join projection.generation g using (projection, generation)
           where not g.first_fill
           order by p.shape`,
    name: 'projection-pointers',
  });
  const readable = rows.filter(({ projection, shape }) => shapes.get(projection)?.includes(shape) ?? true);
  return new Map(
    readable.map(({ projection, shape, schema_name }) => [
      projection,
      { schema: quoted(schema_name), shape },
    ]),
  );
}

/** A projection has no live generation of a shape that this release reads. */
export class ProjectionUnavailable extends Error {
  override readonly name = 'ProjectionUnavailable';
}
