import { minuteMs } from '../../domain/durations.ts';
import { type Partition, partitionOf, streams } from '../../events/streams.ts';
import type { Database, Sql, Tx } from '../../postgres/database.ts';
import { quoted } from '../../postgres/quoted-schema.ts';
import { lockAndReviseCheckpoint } from '../commit/checkpoints.ts';
import { eraseRows, noteErased } from '../commit/erase-rows.ts';
import { announce } from '../live/announce.ts';
import type { ProjectionName } from '../projection.ts';

/** A rebuild locks a table while it creates an index. */
const lockTimeout = '60s';
/**
 * Longest wait for an answer: nothing else ends a statement on a connection that was lost without a
 * notice.
 */
const abandonAfterMs = 30 * minuteMs;

/**
 * Deletes everything that all generations hold about subjects, even if a generation is behind or
 * another process works on it. Later batches skip the subjects. Live generations come first. Waits
 * at most 60 s for a table that a rebuild has locked.
 */
export async function eraseSubjects(database: Database, subjects: readonly string[]): Promise<void> {
  await patiently(database, (tx) => noteErased(tx, subjects));
  for (const place of await readPlaces(database)) {
    // The stream of a later release has an unknown number of partitions.
    const isHere = (subject: string) =>
      !(place.stream in streams) || partitionOf(place.stream, subject) === place.partition;
    const here = subjects.filter(isHere);
    if (here.length === 0) continue;
    const generation = {
      projection: { name: place.projection },
      number: place.generation,
      schema: quoted(place.schema_name),
    };
    // Each transaction locks only one checkpoint: a batch locks several in another order, which
    // could deadlock.
    await patiently(database, async (tx) => {
      if (await lockAndReviseCheckpoint(tx, generation, place)) await eraseRows(tx, generation, here);
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
      // No statement timeout. The timeout would include the wait for the lock.
      await tx.run({ text: `set local lock_timeout = '${lockTimeout}'; set local statement_timeout = 0` });
      await work(tx);
    },
    { abandonAfterMs },
  );
}

interface CheckpointPlace extends Partition {
  readonly projection: ProjectionName;
  readonly generation: number;
  readonly schema_name: string;
}

async function readPlaces(database: Database): Promise<CheckpointPlace[]> {
  return database.many<CheckpointPlace>({
    text: `select g.projection, g.generation, g.schema_name, c.stream, c.partition
           from projection.generation g
           join projection.checkpoint c using (projection, generation)
           where to_regnamespace(quote_ident(g.schema_name)) is not null
           order by (g.state = 'live') desc, g.projection, g.generation, c.stream, c.partition`,
  });
}

/** Lets the next process empty the records of all erased subjects again. */
export async function emptyErasedAgain(sql: Sql): Promise<void> {
  await sql.run({ text: 'update projection.erased set late_emptied = false' });
}
