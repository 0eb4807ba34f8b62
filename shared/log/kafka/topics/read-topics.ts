import kafkajs, { type Admin } from 'kafkajs';
import { retryUntil } from '../../../async/waiting.ts';
import { LogUnavailable } from '../../../errors/errors.ts';
import { type StreamName, streamDefinition, streamNames } from '../../../events/streams.ts';

export interface Topic {
  /** An operator may have added partitions. */
  readonly partitions: number;
  readonly replicas: number;
  readonly underReplicatedPartitions: number;
  readonly settings: ReadonlyMap<string, Setting>;
}

interface Setting {
  readonly value: string;
  /** False for a default of the cluster. */
  readonly ofTopic: boolean;
}

const knownWithinMs = 15_000;
const checkEveryMs = 100;

/**
 * Waits until the hub's partitions have a leader: a broker learns of a new topic after a moment.
 */
export function readTopics(
  admin: Admin,
  topicOf: (stream: StreamName) => string,
): Promise<ReadonlyMap<StreamName, Topic>> {
  return retryUntil(() => readOnce(admin, topicOf), {
    withinMs: knownWithinMs,
    everyMs: checkEveryMs,
    mayPass: (error) =>
      error instanceof LogUnavailable || (error instanceof kafkajs.KafkaJSError && error.retriable),
  });
}

async function readOnce(
  admin: Admin,
  topicOf: (stream: StreamName) => string,
): Promise<ReadonlyMap<StreamName, Topic>> {
  const names = streamNames.map(topicOf);
  const { topics } = await admin.fetchTopicMetadata({ topics: names });
  const settings = await readSettings(admin, names);
  return new Map(
    streamNames.flatMap((stream) => {
      const topic = topics.find(({ name }) => name === topicOf(stream));
      if (topic === undefined) return [];
      const own = topic.partitions.filter(
        ({ partitionId }) => partitionId < streamDefinition(stream).partitions,
      );
      if (own.some(({ leader }) => leader < 0)) {
        throw new LogUnavailable('partitions of the hub have no leader');
      }
      return [
        [
          stream,
          {
            partitions: topic.partitions.length,
            replicas: Math.min(...own.map(({ replicas }) => replicas.length)),
            underReplicatedPartitions: own.filter(({ isr, replicas }) => isr.length < replicas.length).length,
            settings: settings.get(topic.name) ?? new Map(),
          },
        ],
      ];
    }),
  );
}

async function readSettings(
  admin: Admin,
  names: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Setting>>> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
  });
  return new Map(
    resources.map(({ resourceName, configEntries }) => [
      resourceName,
      new Map(
        configEntries.map(({ configName, configValue, configSource }) => [
          configName,
          { value: configValue, ofTopic: configSource === kafkajs.ConfigSource.TOPIC_CONFIG },
        ]),
      ),
    ]),
  );
}
