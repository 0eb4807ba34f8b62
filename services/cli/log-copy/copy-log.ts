import { projections } from '../../../projections/registry.ts';
import { LogUnavailable, OperatorError } from '../../../shared/errors/errors.ts';
import { isKeptForever, type StreamName, streamNames } from '../../../shared/events/streams.ts';
import {
  bindDatabaseLogUnlessMovedTo,
  isCopyTarget,
  rebindLog,
  recordCopyTarget,
} from '../../../shared/identity/log-identity.ts';
import { type CopiedPartition, copyStreams } from '../../../shared/log/copy/copy-streams.ts';
import type { EventLog } from '../../../shared/log/event-log.ts';
import { openKafkaEventLog } from '../../../shared/log/kafka/kafka-event-log.ts';
import { deleteTopics, findUsedTopics } from '../../../shared/log/kafka/topics/find-and-delete-topics.ts';
import {
  copyOffsetsSql,
  emptyLog,
  findChangedEnds,
} from '../../../shared/log/postgres/maintenance/moved-log.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { renumberOffsets } from '../../../shared/projection/replay/renumber-offsets.ts';
import type { KafkaAddress } from '../../../shared/settings/kafka-settings.ts';

export interface CopyLogOptions {
  /** The database of a stopped hub. */
  readonly database: Database;
  readonly address: KafkaAddress;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Opens the log in the database. Every projection must then be at the end of the log. */
  readonly openSource: () => Promise<EventLog>;
  readonly onBegin: (offsets: number) => void;
  readonly onCopied: (stream: StreamName, step: { records: number; offsets: number }) => void;
}

export interface CopiedLog {
  readonly identity: string;
  /** Null when the log had already been moved. */
  readonly copied: readonly CopiedPartition[] | null;
}

/**
 * Copies a log from the database to Kafka, then switches the database to the copy in one
 * transaction. Before that transaction, the move can be repeated.
 * @throws OperatorError for a log with missing records and for topics with other records;
 * LogUnavailable
 */
export async function copyLogTo(options: CopyLogOptions): Promise<CopiedLog> {
  const { database, address } = options;
  const identity = await withTarget(options, (log) => log.identity());
  const isMoved = await bindDatabaseLogUnlessMovedTo(database, identity);
  const copied = isMoved ? null : await copyAll(options, identity);
  if (copied !== null) await switchOver(database, identity, copied);
  // The brokers set the times of records again. A starting hub also does this, so a failure does
  // not matter.
  await withTarget({ address, logger: options.logger }, (log) => log.ensureStreams()).catch(
    (error: unknown) => {
      if (!(error instanceof LogUnavailable)) throw error;
    },
  );
  return { identity, copied };
}

async function copyAll(options: CopyLogOptions, identity: string): Promise<CopiedPartition[]> {
  const { database, address } = options;
  const source = await options.openSource();
  const used = await findUsedTopics(address);
  if (used.length > 0 && !(await isCopyTarget(database, identity))) throw occupied(address, used);
  await recordCopyTarget(database, identity);
  const ends = await source.ends(streamNames);
  options.onBegin(ends.reduce((sum, { start, end }) => sum + end - start, 0));
  const copy = (streams: readonly StreamName[]) =>
    withTarget(options, async (target) => {
      // Creates missing topics, so that the ends of all topics can be read.
      await target.import([]);
      return copyStreams({ ...options, source, target, streams });
    });
  const forever = await copy(streamNames.filter(isKeptForever));
  // Other topics of an earlier run may contain records that the log has deleted since, so these
  // topics are deleted and filled again.
  await deleteTopics(
    address,
    used.filter((stream) => !isKeptForever(stream)),
  );
  return [...forever, ...(await copy(streamNames.filter((stream) => !isKeptForever(stream))))];
}

async function switchOver(
  database: Database,
  identity: string,
  copied: readonly CopiedPartition[],
): Promise<void> {
  await database.transaction(async (tx) => {
    const moved = await findChangedEnds(
      tx,
      copied.map(({ sourceEnd, ...place }) => ({ ...place, end: sourceEnd })),
    );
    if (moved.length > 0) throw new Error(`the log grew while it was copied: ${moved.join()}`);
    await renumberOffsets(tx, projections, copied, copyOffsetsSql);
    await rebindLog(tx, identity);
    await emptyLog(tx);
  });
}

async function withTarget<Result>(
  { address, logger }: Pick<CopyLogOptions, 'address' | 'logger'>,
  work: (log: EventLog) => Promise<Result>,
): Promise<Result> {
  const log = openKafkaEventLog({ address, retention: null, logger });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

function occupied({ topicPrefix }: KafkaAddress, used: readonly StreamName[]): OperatorError {
  const [first] = used;
  return new OperatorError(
    'topics_used',
    `topic ${topicPrefix}${first} ${used.length > 1 ? `and ${used.length - 1} more hold` : 'holds'} records of another hub: set KAFKA_TOPIC_PREFIX to another prefix, or delete the topics if nobody needs them`,
  );
}
