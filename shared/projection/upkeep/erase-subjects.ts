import { partitionOf, type StreamName } from '../../events/streams.ts';
import type { Database, Tx } from '../../postgres/database.ts';
import { eraseRows, noteErased } from '../commit/erase-rows.ts';
import { reviseCheckpoint } from '../commit/revise-checkpoint.ts';
import { quoted } from '../generations/generation.ts';
import { announce } from '../live/announce.ts';
import type { ProjectionName } from '../projection.ts';

/** An index that a rebuild makes keeps its table to itself for longer than statements wait otherwise. */
const lockTimeout = '60s';

/**
 * Deletes what every generation holds of subjects, now, however far behind it is and whoever works on it. A batch under
 * way commits before its partition's rows are deleted; one that commits later leaves the subjects out, decoded or not.
 * The live generations come first; a table that a rebuild holds is waited for, 60 s at most.
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
    // One checkpoint each: a batch locks several, in an order of its own.
    await patiently(database, async (tx) => {
      if (await reviseCheckpoint(tx, generation, place)) await eraseRows(tx, generation, here);
    });
  }
  const rooms = await database.many<{ name: string }>({
    text: 'select distinct projection as name from projection.generation',
  });
  await announce(
    database,
    rooms.map(({ name }) => name),
  );
}

function patiently(database: Database, work: (tx: Tx) => Promise<void>): Promise<void> {
  return database.transaction(async (tx) => {
    // Without a bound of the statement itself, which counts the waiting.
    await tx.run({ text: `set local lock_timeout = '${lockTimeout}'; set local statement_timeout = 0` });
    await work(tx);
  });
}

interface CheckpointPlace {
  readonly projection: ProjectionName;
  readonly generation: number;
  readonly schema_name: string;
  readonly stream: StreamName;
  readonly partition: number;
}

/** Of the generations that still have tables. */
async function readPlaces(database: Database): Promise<CheckpointPlace[]> {
  return database.many<CheckpointPlace>({
    text: `select g.projection, g.generation, g.schema_name, c.stream, c.partition
           from projection.generation g
           join projection.checkpoint c using (projection, generation)
           where to_regnamespace(quote_ident(g.schema_name)) is not null
           order by (g.state = 'live') desc, g.projection, g.generation, c.stream, c.partition`,
  });
}
