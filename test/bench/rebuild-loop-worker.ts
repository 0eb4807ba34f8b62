import type pg from 'pg';
import { parkedDecisions } from '../../projections/access/queries/parked-decisions.ts';
import { playSessionsProjection } from '../../projections/play-sessions/projection.ts';
import { xpHistoryProjection } from '../../projections/xp-history/projection.ts';
import { streamDefinition } from '../../shared/events/streams.ts';
import type { Journal } from '../../shared/log/journal.ts';
import { PostgresClient } from '../../shared/postgres/postgres-client.ts';
import { migrationFiles } from '../../shared/postgres/schema/migrate.ts';
import { sqlOver } from '../../shared/postgres/sql-over.ts';
import { digestGeneration } from '../../shared/projection/generations/generation-digest.ts';
import { prepareGenerations } from '../../shared/projection/generations/generations.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { rebuildGenerations } from '../../shared/projection/replay/rebuild/rebuild.ts';
import { fillReplayLog } from './fill-replay-log.ts';
import { measureWork, type WorkMeasured } from './measured-work.ts';
import { openBenchLog } from './open-bench-log.ts';
import { serveJobs } from './workers.ts';

/** A process of its own that builds the tables of two projections from a log, by the hub's rebuild and by a plain loop. */
export interface RebuildLoopJob {
  readonly events: number;
  readonly rounds: number;
}

export interface RebuildLoopRound {
  readonly hub: WorkMeasured;
  readonly loop: WorkMeasured;
}

const projections = [xpHistoryProjection, playSessionsProjection] as readonly Projection[];
const pageRecords = 5_000;

const closing: (() => Promise<void>)[] = [];
serveJobs<RebuildLoopJob, RebuildLoopRound[]>(run, async () => {
  for (const close of closing.reverse()) await close();
});

/** In turns, the hub first in every other round. @throws when the two do not end with the same rows */
async function run({ events, rounds }: RebuildLoopJob): Promise<RebuildLoopRound[]> {
  const { database, journal, postgresPid, url } = await openBenchLog((close) => closing.push(close));
  // To the end: what a server's process used is not found for a moment when it ends.
  const client = new PostgresClient({ connectionString: url });
  await client.connect();
  closing.push(() => client.end());
  await fillReplayLog(journal, 0, events);
  await database.run({ text: 'vacuum analyze' });
  await prepareGenerations(database, projections);
  const measured: RebuildLoopRound[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const schema = `loop_${round}`;
    const rebuild = () =>
      measureWork(postgresPid, () =>
        rebuildGenerations({ database, journal, decisions: parkedDecisions, projections: projections }),
      );
    const write = () => measureWork(postgresPid, () => loop(client, journal, schema));
    const first = round % 2 === 0 ? await rebuild() : null;
    const loopMeasured = (await write()).measured;
    const { result, measured: hub } = first ?? (await rebuild());
    for (const { generation } of result) {
      const { digest } = await digestGeneration(database, generation);
      const byLoop = { ...generation, schema: schemaOf(schema, generation.projection) };
      if ((await digestGeneration(database, byLoop)).digest !== digest) throw new Error('the rows differ');
    }
    measured.push({ hub, loop: loopMeasured });
  }
  return measured;
}

/**
 * What somebody writes in an afternoon who has the folds and the statements of the projections: it reads a page of the log, folds
 * it, and writes it with the position in one transaction.
 */
async function loop(client: pg.Client, journal: Journal, name: string): Promise<void> {
  for (const projection of projections)
    await project(client, journal, projection, schemaOf(name, projection));
}

function schemaOf(name: string, projection: Projection): string {
  return `"${name}_${projection.name}"`;
}

async function project(client: pg.Client, { log, decode }: Journal, projection: Projection, schema: string) {
  // Not among the tables that are compared.
  const places = schema.replace(/"$/, '_places"');
  await client.query(`create schema ${schema}; set search_path to ${schema}`);
  for (const { sql } of await migrationFiles(projection.migrations)) await client.query(sql);
  await client.query(`create schema ${places}; create table ${places}.position
    (stream text, partition int, next_offset bigint, primary key (stream, partition))`);
  const tx = { ...sqlOver(client), schema };
  let open = projection.streams.flatMap((stream) =>
    Array.from({ length: streamDefinition(stream).partitions }, (_, partition) => ({
      stream,
      partition,
      offset: 0,
    })),
  );
  while (open.length > 0) {
    const pages = await log.read(open, { maxRecords: pageRecords, waitMs: 0 });
    const records = pages.flatMap((page) => page.records);
    const events = (await decode(records)).flatMap((outcome, index) =>
      outcome.kind === 'event' && projection.handles.includes(outcome.event.type)
        ? [{ ...outcome.event, recordTime: records[index]?.appendTime ?? 0 }]
        : [],
    );
    await client.query('begin');
    const states = new Map(await projection.load(tx, events, new Map()));
    for (const event of events) {
      const key = projection.keyOf(event);
      states.set(key, projection.evolve(states.get(key) ?? projection.initial(key), event));
    }
    if (states.size > 0) await projection.save(tx, states);
    open = pages.flatMap(({ stream, partition, records: read, reachedEnd }) =>
      reachedEnd ? [] : [{ stream, partition, offset: (read.at(-1)?.offset ?? -1) + 1 }],
    );
    await client.query(
      `insert into ${places}.position
       select * from unnest($1::text[], $2::int[], $3::bigint[])
       on conflict (stream, partition) do update set next_offset = excluded.next_offset`,
      [
        pages.map(({ stream }) => stream),
        pages.map(({ partition }) => partition),
        pages.map(({ records: read }) => (read.at(-1)?.offset ?? -1) + 1),
      ],
    );
    await client.query('commit');
  }
}
