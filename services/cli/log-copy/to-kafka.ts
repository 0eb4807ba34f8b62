import { projections } from '../../../projections/registry.ts';
import { LogUnavailable, OperatorError } from '../../../shared/errors/errors.ts';
import { databaseLogIdentity } from '../../../shared/identity/log-identity.ts';
import type { EventLog } from '../../../shared/log/event-log.ts';
import { openKafkaEventLog } from '../../../shared/log/kafka/kafka-event-log.ts';
import { deleteTopics, findUsedTopics } from '../../../shared/log/kafka/topics/find-and-delete-topics.ts';
import { copyOffsetsSql, emptyLog } from '../../../shared/log/postgres/maintenance/moved-log.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import { renumberOffsets } from '../../../shared/projection/replay/renumber-offsets.ts';
import type { KafkaAddress } from '../../../shared/settings/kafka-settings.ts';
import type { LogDirection } from './copy-log.ts';

export interface ToKafkaOptions {
  readonly address: KafkaAddress;
  readonly identity: string;
  readonly logger: Logger;
  readonly openSource: () => Promise<EventLog>;
}

export function toKafka({ address, identity, logger, openSource }: ToKafkaOptions): LogDirection {
  const withLog = <Result>(work: (log: EventLog) => Promise<Result>) => withKafkaLog(address, logger, work);
  return {
    from: databaseLogIdentity,
    to: identity,
    openSource,
    keepsOffsets: false,
    claimTarget: async (isContinued) => {
      const used = await findUsedTopics(address);
      const [first] = used;
      if (first === undefined || isContinued) return used;
      throw new OperatorError(
        'topics_used',
        `topic ${address.topicPrefix}${first} ${used.length > 1 ? `and ${used.length - 1} more hold` : 'holds'} records of another hub: set KAFKA_TOPIC_PREFIX to another prefix, or delete the topics if nobody needs them`,
      );
    },
    clearTarget: (streams) => deleteTopics(address, streams),
    withTarget: (work) =>
      withLog(async (log) => {
        // Creates missing topics, so that the ends of all topics can be read.
        await log.import([]);
        return work(log);
      }),
    onSwitch: async (tx, copied) => {
      await renumberOffsets(tx, projections, copied, copyOffsetsSql);
      await emptyLog(tx);
    },
  };
}

/**
 * The brokers set the times of records again. A starting hub also does this, so a failure does not
 * matter.
 */
export async function endImport(address: KafkaAddress, logger: Logger): Promise<void> {
  await withKafkaLog(address, logger, (log) => log.ensureStreams()).catch((error: unknown) => {
    if (!(error instanceof LogUnavailable)) throw error;
  });
}

export async function withKafkaLog<Result>(
  address: KafkaAddress,
  logger: Logger,
  work: (log: EventLog) => Promise<Result>,
): Promise<Result> {
  const log = openKafkaEventLog({ address, retention: null, logger });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}
