import type { Logger } from '../logger.ts';
import type { Database } from '../postgres/database.ts';
import type { Notifications } from '../postgres/notifications.ts';
import { quoted } from './generation.ts';
import type { Projection, ProjectionName } from './projection.ts';

/** Payload on `hub_projection` for a change of generations, leases or pointers; all others name a projection. */
export const generationsChanged = 'generations';

/** An in-memory copy of the pointers: which schema queries read. */
export interface LiveGenerations {
  /** The quoted schema of the live generation of the newest shape that is read; null when there is none, or not yet. */
  schemaOf(name: ProjectionName): string | null;
  close(): Promise<void>;
}

const pollEveryMs = 1_000;

/** Follows the pointers by notification, with a poll each second behind it. */
export function openLiveGenerations(options: {
  readonly database: Database;
  readonly notifications: Notifications;
  readonly logger: Logger;
  /** As this release reads them: tables of any other shape are left to another release. All when left out. */
  readonly projections?: readonly Projection[];
}): LiveGenerations {
  const { database, notifications, logger } = options;
  const shapes = new Map(
    options.projections?.map(({ name, version, readsShapes = [] }) => [
      name as string,
      [version.shape, ...readsShapes],
    ]),
  );
  let schemas: ReadonlyMap<string, string> = new Map();
  let reading: Promise<void> | undefined;
  let failing = false;

  async function read(): Promise<void> {
    try {
      schemas = await readPointers(database, shapes);
      failing = false;
    } catch (error) {
      // The last copy stays: tables of a generation that was live a moment ago are still there.
      if (!failing) logger.warn({ err: error }, 'cannot read which generations are live, trying again');
      failing = true;
    }
  }

  function refresh(): void {
    reading ??= read().finally(() => {
      reading = undefined;
    });
  }

  const poll = setInterval(refresh, pollEveryMs);
  const stopListening = notifications.on('hub_projection', (payload) => {
    if (payload === '' || payload === generationsChanged) refresh();
  });
  refresh();

  return {
    schemaOf: (name) => schemas.get(name) ?? null,
    close: async () => {
      clearInterval(poll);
      stopListening();
      await reading;
    },
  };
}

async function readPointers(
  database: Database,
  shapes: ReadonlyMap<string, readonly number[]>,
): Promise<Map<string, string>> {
  const rows = await database.many<{ projection: string; shape: number; schema_name: string }>({
    text: `select p.projection, p.shape, g.schema_name
           from projection.pointer p
           join projection.generation g using (projection, generation)
           order by p.shape`,
    name: 'projection-pointers',
  });
  const readable = rows.filter(({ projection, shape }) => shapes.get(projection)?.includes(shape) ?? true);
  return new Map(readable.map((row) => [row.projection, quoted(row.schema_name)]));
}
