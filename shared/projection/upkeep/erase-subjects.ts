import { minuteMs } from '../../domain/durations.ts';
import { partitionOf, type StreamName } from '../../events/streams.ts';
import type { Database, Tx } from '../../postgres/database.ts';
import { eraseRows, noteErased } from '../commit/erase-rows.ts';
import { reviseCheckpoint } from '../commit/raise-checkpoint-revision.ts';
import { quoted } from '../generations/generation.ts';
import { announce } from '../live/announce.ts';
import type { ProjectionName } from '../projection.ts';

/** A rebuild that creates an index locks its table longer than other statements would wait. */
const lockTimeout = '60s';
/**
 * Longest wait for the answer to a statement; it replaces a shorter limit of the pool. Nothing else
 * ends a statement on a connection that was lost without a notice. An abandoned transaction is
 * rolled back, and done again.
 */
const abandonAfterMs = 30 * minuteMs;

/**
 * Deletes everything that all generations hold about subjects, at once, even if a generation is
 * behind or another process works on it. A batch that is being committed finishes before the rows
 * of its partition are deleted. Later batches skip the subjects. Live generations come first. Waits
 * at most 60 s for a table that a rebuild has locked.
 */
export async function eraseSubjects(database: Database, subjects: readonly string[]): Promise<void> {
  await patiently(database, (tx) => noteErased(tx, subjects));
  for (const place of await readPlaces(database)) {
    const here = subjects.filter((subject) => partitionOf(place.stream, subject) === place.partition);
    if (here.length === 0) continue;
    const generation = {
      projection: { name: place.projection },
      number: place.generation,
      schema: quoted(place.schema_name),
    };
    // Each transaction locks only one checkpoint. A batch locks several checkpoints in another
    // order, which could deadlock with a transaction that locks several.
    await patiently(database, async (tx) => {
      if (await reviseCheckpoint(tx, generation, place)) await eraseRows(tx, generation, here);
    });
  }
  const names = await database.many<{ name: string }>({
    text: 'select distinct projection as name from projection.generation',
  });
  await announce(
    database,
    names.map(({ name }) => name),
  );
}

function patiently(database: Database, work: (tx: Tx) => Promise<void>): Promise<void> {
  return database.transaction(
    async (tx) => {
      // No statement timeout, because it would include the wait for the lock.
      await tx.run({ text: `set local lock_timeout = '${lockTimeout}'; set local statement_timeout = 0` });
      await work(tx);
    },
    { abandonAfterMs },
  );
}

interface CheckpointPlace {
  readonly projection: ProjectionName;
  readonly generation: number;
  readonly schema_name: string;
  readonly stream: StreamName;
  readonly partition: number;
}

/** The partitions of all generations that still have tables. */
async function readPlaces(database: Database): Promise<CheckpointPlace[]> {
  return database.many<CheckpointPlace>({
    text: `select g.projection, g.generation, g.schema_name, c.stream, c.partition
           from projection.generation g
           join projection.checkpoint c using (projection, generation)
           where to_regnamespace(quote_ident(g.schema_name)) is not null
           order by (g.state = 'live') desc, g.projection, g.generation, c.stream, c.partition`,
  });
}
