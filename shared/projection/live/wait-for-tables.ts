import { pollUntil } from '../../async/waiting.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Database, Sql } from '../../postgres/database.ts';
import { behindMaxMs } from '../commit/checkpoints.ts';
import { versionOfKey } from '../generations/generation.ts';
import { shapesOf } from '../generations/generations.ts';
import { runningVersions } from '../leases/workers.ts';
import type { Projection, ProjectionName } from '../projection.ts';

export interface TablesOptions {
  readonly database: Database;
  readonly projections: readonly Projection[];
  readonly logger: Logger;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** 2 minutes when not given. */
  readonly currentWithinMs?: number;
}

const askEveryMs = 200;
/** A projection that never catches up must not keep a process from its start for ever. */
const currentWithinDefaultMs = 120_000;

/**
 * Waits before this process serves, while two releases run on the same data. The other release
 * answers in the meantime. Waits while a table that this release reads does not exist, and a
 * projector of another release runs. Also waits, for a limited time, while tables of this release
 * are behind the tables of another release, and a projector runs.
 */
export async function waitForTables(options: TablesOptions): Promise<void> {
  const { logger, signal, currentWithinMs = currentWithinDefaultMs } = options;
  const startedAt = performance.now();
  let said = '';
  const check = async (): Promise<true | null> => {
    const { missing, behind } = await readLacking(options);
    const isLate = performance.now() - startedAt > currentWithinMs;
    const waitsFor = [...missing, ...(isLate ? [] : behind)];
    if (isLate && behind.length > 0)
      logger.warn({ projections: behind }, 'these tables did not catch up, serving them as they are');
    if (waitsFor.length === 0) return true;
    if (said !== waitsFor.join())
      logger.info({ projections: waitsFor }, 'waiting for tables that a projector builds or catches up');
    said = waitsFor.join();
    return null;
  };
  await pollUntil(check, {
    withinMs: Number.POSITIVE_INFINITY,
    everyMs: askEveryMs,
    ...(signal && { signal }),
  });
}

interface Lacking {
  readonly missing: readonly ProjectionName[];
  readonly behind: readonly ProjectionName[];
}

/** Only projections that a running projector can bring on. */
async function readLacking({ database, projections }: TablesOptions): Promise<Lacking> {
  const states = await readStates(database, projections);
  if (states.every(({ isReadable, isBehind }) => isReadable && !isBehind)) return { missing: [], behind: [] };
  const running = [...(await runningVersions(database))];
  const isProjected = (name: ProjectionName) => running.some((key) => versionOfKey(key, name) !== null);
  const lacking = states.filter(({ name }) => isProjected(name));
  return {
    missing: lacking.filter((state) => !state.isReadable && state.hasOther).map(({ name }) => name),
    behind: lacking.filter(({ isBehind }) => isBehind).map(({ name }) => name),
  };
}

interface State {
  readonly name: ProjectionName;
  readonly isReadable: boolean;
  /** Whether releases of another shape have tables. */
  readonly hasOther: boolean;
  readonly isBehind: boolean;
}

function readStates(sql: Sql, projections: readonly Projection[]): Promise<State[]> {
  const reads = projections.flatMap((projection) =>
    shapesOf(projection).map((shape) => ({ name: projection.name, shape })),
  );
  return sql.many<State>({
    text: `with reads as (
             select * from unnest($1::text[], $2::int[]) as r (projection, shape)
           ),
           own as (
             select distinct on (projection) projection, generation
             from projection.pointer
             join reads using (projection, shape)
             join projection.generation g using (projection, generation)
             where not g.first_fill
             order by projection, pointer.shape desc
           )
           select wanted.projection as name,
                  own.generation is not null as "isReadable",
                  exists (
                    select
                    from projection.pointer p
                    where p.projection = wanted.projection
                      and (p.projection, p.shape) not in (select projection, shape from reads)
                  ) as "hasOther",
                  exists (
                    select
                    from projection.generation other
                    join projection.checkpoint o using (projection, generation)
                    join projection.checkpoint c on c.projection = o.projection
                      and c.generation = own.generation
                      and c.stream = o.stream
                      and c.partition = o.partition
                    where other.projection = wanted.projection
                      and other.state in ('live', 'ready')
                      and c.next_offset < o.next_offset
                      and c.watermark_at < o.watermark_at - $3
                  ) as "isBehind"
           from (select distinct projection from reads) as wanted
           left join own using (projection)
           order by wanted.projection`,
    values: [reads.map(({ name }) => name), reads.map(({ shape }) => shape), behindMaxMs],
  });
}
