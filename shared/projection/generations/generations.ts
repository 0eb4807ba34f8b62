import { type StreamName, streamDefinition } from '../../events/streams.ts';
import type { Database, Sql, Tx } from '../../postgres/database.ts';
import { lockNumbers } from '../../postgres/lock-numbers.ts';
import { type QuotedSchema, quoted } from '../../postgres/quoted-schema.ts';
import { hasTable } from '../../postgres/schema/has-table.ts';
import { migrate } from '../../postgres/schema/migrate.ts';
import type { Projection, ProjectionName } from '../projection.ts';
import { type Generation, type GenerationState, schemaNameOf } from './generation.ts';
import { addIndexes, createTables, filesOf } from './generation-tables.ts';

/**
 * Creates the engine's tables, and a first live generation for each projection without a
 * generation. Queries read it at once in a new hub, and otherwise when it has caught up once
 * (`end-first-fills.ts`). A changed version gets no generation here: that takes a rebuild.
 * Generations of the shape in code get indexes that were added later. Safe when several processes
 * start at once.
 */
export async function prepareGenerations(
  database: Database,
  projections: readonly Projection[],
): Promise<void> {
  await migrateEngine(database);
  for (const projection of await unprepared(database, projections)) {
    await database.transaction(async (tx) => {
      if ((await nextGeneration(tx, projection.name)) > 1) return addIndexes(tx, projection);
      const { number } = await createGeneration(tx, projection, 'live');
      await tx.run({
        text: 'update projection.generation set first_fill = $2 where projection = $1',
        values: [projection.name, await hasPast(tx, projection.streams)],
      });
      await tx.run({
        text: 'insert into projection.pointer (projection, shape, generation) values ($1, $2, $3)',
        values: [projection.name, projection.version.shape, number],
      });
    });
  }
}

/** Whether the projection has to read a past: a log in Kafka shows only at other projections. */
async function hasPast(tx: Tx, streams: readonly StreamName[]): Promise<boolean> {
  const isInDatabase = await hasTable(tx, 'log.partition');
  const { found } = await tx.one<{ found: boolean }>({
    text: `select exists (select from projection.checkpoint where next_offset > 0)
             ${isInDatabase ? 'or exists (select from log.partition where next_offset > 0 and stream = any($1))' : ''}
             or $1::text[] is null as found`,
    values: [streams],
  });
  return found;
}

/** The projections that lack a generation or an index. */
async function unprepared(database: Database, projections: readonly Projection[]): Promise<Projection[]> {
  const generations = await database.many<{ name: string; shape: number | null; files: string[] | null }>({
    text: `select projection as name, case when state <> 'retired' then shape end as shape, files
           from projection.generation`,
  });
  const isPrepared = async ({ name, version, ...files }: Projection): Promise<boolean> => {
    const own = generations.filter((generation) => generation.name === name);
    const needed = await filesOf(files);
    const lacksOne = ({ files: had }: { readonly files: readonly string[] | null }) =>
      had === null || needed.some(({ file }) => !had.includes(file));
    return own.length > 0 && !own.some((each) => each.shape === version.shape && lacksOne(each));
  };
  const prepared = await Promise.all(projections.map(isPrepared));
  return projections.filter((_, index) => prepared[index] !== true);
}

/** Safe when several processes start at once. */
export async function migrateEngine(database: Database): Promise<void> {
  await migrate(database, 'projection', new URL('./migrations/', import.meta.url));
}

/** Creates a schema, its tables, and checkpoints at the start of the log. */
export async function createGeneration(
  tx: Tx,
  projection: Projection,
  state: Extract<GenerationState, 'live' | 'building'>,
): Promise<Generation> {
  const number = await nextGeneration(tx, projection.name);
  const schemaName = schemaNameOf(projection.name, number);
  await tx.run({
    text: `insert into projection.generation (projection, generation, shape, logic, schema_name, state)
           values ($1, $2, $3, $4, $5, $6)`,
    values: [projection.name, number, projection.version.shape, projection.version.logic, schemaName, state],
  });
  await createTables(tx, projection, number, schemaName);
  for (const stream of projection.streams) {
    await tx.run({
      text: `insert into projection.checkpoint (projection, generation, stream, partition)
             select $1, $2, $3, partition
             from generate_series(0, $4::int - 1) as partition`,
      values: [projection.name, number, stream, streamDefinition(stream).partitions],
    });
  }
  return { projection, number, schema: quoted(schemaName) };
}

async function nextGeneration(tx: Tx, name: ProjectionName): Promise<number> {
  // Processes that start together take turns. An index on a large table makes a turn long.
  await tx.run({ text: `set local statement_timeout = 0; set local lock_timeout = '10min'` });
  await tx.run({ text: 'select pg_advisory_xact_lock($1)', values: [lockNumbers.generations] });
  // Readers of a table queue behind a process that waits for its lock.
  await tx.run({ text: 'set local statement_timeout to default; set local lock_timeout to default' });
  const { next } = await tx.one<{ next: number }>({
    text: 'select coalesce(max(generation), 0) + 1 as next from projection.generation where projection = $1',
    values: [name],
  });
  return next;
}

export interface LiveGeneration {
  readonly generation: number;
  readonly schema: QuotedSchema;
}

/**
 * The live generation of the newest shape, also when this release cannot read the shape. Also a
 * first generation that is being built.
 */
export function findLive(sql: Sql, name: ProjectionName): Promise<LiveGeneration | null> {
  return findLiveOfShapes(sql, name, { shapes: null, alsoBuilding: true });
}

/**
 * The live generation of the newest shape that this release reads, also while it is being built.
 */
export function findOwnLive(sql: Sql, projection: ReadShapes): Promise<LiveGeneration | null> {
  return findLiveOfShapes(sql, projection.name, { shapes: shapesOf(projection), alsoBuilding: true });
}

/** The live generation of the newest shape that this release reads, unless it is being built. */
export function findReadable(sql: Sql, projection: ReadShapes): Promise<LiveGeneration | null> {
  return findLiveOfShapes(sql, projection.name, { shapes: shapesOf(projection), alsoBuilding: false });
}

export type ReadShapes = Pick<Projection, 'name' | 'version' | 'readsShapes'>;

/** The shapes that this release reads. */
export function shapesOf({ version, readsShapes = [] }: ReadShapes): readonly number[] {
  return [version.shape, ...readsShapes];
}

async function findLiveOfShapes(
  sql: Sql,
  name: ProjectionName,
  { shapes, alsoBuilding }: { readonly shapes: readonly number[] | null; readonly alsoBuilding: boolean },
): Promise<LiveGeneration | null> {
  const row = await sql.maybeOne<{ generation: number; schema_name: string }>({
    text: `select p.generation, g.schema_name
           from projection.pointer p
           join projection.generation g using (projection, generation)
           where p.projection = $1
             and ($2::int[] is null or p.shape = any($2))
             and ($3 or not g.first_fill)
           order by p.shape desc
           limit 1`,
    values: [name, shapes, alsoBuilding],
    name: 'projection-find-live',
  });
  return row === null ? null : { generation: row.generation, schema: quoted(row.schema_name) };
}
