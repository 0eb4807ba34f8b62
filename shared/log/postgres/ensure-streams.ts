import { OperatorError } from '../../errors/errors.ts';
import { type StreamName, streamDefinition, streamNames } from '../../events/streams.ts';
import type { Database, Sql, Tx } from '../../postgres/database.ts';
import { lockNumbers } from '../../postgres/lock-numbers.ts';
import { migrate } from '../../postgres/schema/migrate.ts';

/**
 * Creates the schema `log` and missing streams. Several processes may do this at the same time.
 * @throws OperatorError when a stream has another number of partitions than the catalogue
 */
export async function ensureStreams(database: Database): Promise<void> {
  await migrate(database, 'log', new URL('./migrations', import.meta.url));
  if ((await findMissingStreams(database)).length === 0) return;
  await database.transaction(async (tx) => {
    // Processes that start at the same time wait for each other.
    await tx.run({ text: 'select pg_advisory_xact_lock($1)', values: [lockNumbers.streams] });
    for (const stream of await findMissingStreams(tx)) await createStream(tx, stream);
  });
}

async function findMissingStreams(sql: Sql): Promise<StreamName[]> {
  const existing = await sql.many<{ stream: string; partitions: number }>({
    text: 'select stream, count(*)::integer as partitions from log.partition group by stream',
  });
  const partitionsOf = new Map(existing.map((row) => [row.stream, row.partitions]));
  return streamNames.filter((stream) => {
    const found = partitionsOf.get(stream);
    if (found !== undefined) checkPartitions(stream, found);
    return found === undefined;
  });
}

async function createStream(tx: Tx, stream: StreamName): Promise<void> {
  const { partitions, kept, sealed } = streamDefinition(stream);
  await tx.run({
    text: 'select log.create_stream($1, $2, $3, $4)',
    values: [stream, partitions, kept.policy === 'latest', sealed],
  });
  if (kept.policy === 'forever') await tx.run({ text: 'select log.create_packs($1)', values: [stream] });
}

function checkPartitions(stream: StreamName, found: number): void {
  const { partitions } = streamDefinition(stream);
  if (found === partitions) return;
  throw new OperatorError(
    'log_stream_differs',
    `stream ${stream} of the log has ${found} partitions, this release needs ${partitions}: run the release that created it, or give the hub another database`,
  );
}

/** For example `log.hub_state` for `hub.state`. */
export function streamTable(stream: StreamName): string {
  return `log.${stream.replace('.', '_')}`;
}

/** Only streams that are kept for ever have packs. */
export function packTable(stream: StreamName): string {
  return `${streamTable(stream)}_pack`;
}
