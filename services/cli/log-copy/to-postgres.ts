import { messageOf, OperatorError } from '../../../shared/errors/errors.ts';
import { streamNames } from '../../../shared/events/streams.ts';
import {
  databaseLogIdentity,
  forgetCopyTarget,
  isCopyTarget,
  recordCopyTarget,
} from '../../../shared/identity/log-identity.ts';
import type { CopyTarget } from '../../../shared/log/copy/copy-streams.ts';
import type { EventLog } from '../../../shared/log/event-log.ts';
import { deleteTopics } from '../../../shared/log/kafka/topics/find-and-delete-topics.ts';
import { importAtOffsets } from '../../../shared/log/postgres/appending/import-timed-records.ts';
import {
  continueOffsets,
  findStreamsWithRecords,
  resetStreams,
} from '../../../shared/log/postgres/maintenance/moved-log.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { emptyErasedAgain } from '../../../shared/projection/upkeep/erase-subjects.ts';
import type { KafkaAddress } from '../../../shared/settings/kafka-settings.ts';
import type { LogDirection } from './copy-log.ts';

export interface ToPostgresOptions {
  readonly database: Database;
  /** The log in the database. */
  readonly log: EventLog;
  /** The identity of the log in Kafka. */
  readonly identity: string;
  readonly openSource: () => Promise<EventLog>;
}

/** All records keep their offsets, so that checkpoints and tables stay as they are. */
export function toPostgres({ database, log, identity, openSource }: ToPostgresOptions): LogDirection {
  return {
    from: identity,
    to: databaseLogIdentity,
    openSource,
    keepsOffsets: true,
    claimTarget: async (isContinued) => {
      await log.ensureStreams();
      const used = await findStreamsWithRecords(database);
      if (isContinued) return used;
      if (used.length > 0) throw occupied();
      // The counters of a log that was moved to Kafka keep its offsets.
      await resetStreams(database, streamNames);
      return [];
    },
    clearTarget: (streams) => resetStreams(database, streams),
    withTarget: (work) => work(targetOf(database, log)).catch(startAgain(database)),
    // Otherwise the next start takes the database for a restored copy.
    beforeSwitch: log.markInUse,
    onSwitch: async (tx, copied) => {
      await continueOffsets(tx, copied);
      // Kafka keeps values of erased subjects that are not sealed.
      await emptyErasedAgain(tx);
      // The topics are known as this hub's until they are deleted.
      await recordCopyTarget(tx, identity);
    },
  };
}

function targetOf(database: Database, log: EventLog): CopyTarget {
  return {
    ends: log.ends,
    read: log.read,
    import: async (records) => {
      const positions = await importAtOffsets(database, records);
      // Packs earlier records, which then take a sixth of the disk.
      await log.maintain();
      return positions;
    },
  };
}

/** Nobody else needs the copy in the database. */
function startAgain(database: Database): (error: unknown) => Promise<never> {
  return async (error) => {
    if (!(error instanceof OperatorError) || error.code !== 'topic_differs') throw error;
    await resetStreams(database, streamNames);
    throw new OperatorError(
      'topic_differs',
      'the copy of an earlier run in the database differs from the log in Kafka, and was deleted: run hub log copy --to postgres again',
      { cause: error },
    );
  };
}

function occupied(): OperatorError {
  return new OperatorError(
    'not_empty',
    'the database holds records of another log, although the log of this hub is in Kafka: take a backup of this hub, and restore it without KAFKA_BROKERS into an empty database',
  );
}

/**
 * Deletes the topics of a log that was moved to the database, because erasures no longer reach
 * them. May be repeated.
 * @throws OperatorError `topics_left`
 */
export async function deleteMovedTopics(
  database: Database,
  address: KafkaAddress,
  identity: string,
): Promise<void> {
  if (!(await isCopyTarget(database, identity))) return;
  try {
    await deleteTopics(address, streamNames);
  } catch (error) {
    throw new OperatorError(
      'topics_left',
      `the log was moved to PostgreSQL, but its topics could not be deleted from Kafka (${messageOf(error)}): run hub log copy --to postgres again, or delete the topics yourself, because erasures no longer reach them`,
      { cause: error },
    );
  }
  await forgetCopyTarget(database, identity);
}
