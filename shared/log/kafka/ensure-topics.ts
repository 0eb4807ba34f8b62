import kafkajs, { type Admin, type ITopicConfig } from 'kafkajs';
import { OperatorError } from '../../errors.ts';
import {
  type RetentionSetting,
  type StreamName,
  streamDefinition,
  streamNames,
} from '../../events/streams.ts';

export type Retention = Readonly<Record<RetentionSetting, number>>;

export interface TopicOptions {
  topicOf(stream: StreamName): string;
  /** How long expiring streams are promised to be kept at most, ms. */
  readonly retention: Retention;
  readonly timestamps: 'LogAppendTime' | 'CreateTime';
}

const hourMs = 3_600_000;
const segmentMs = hourMs;
/** Kafka deletes whole segments, after its check every 5 minutes and a delay of 1: a record outlives its limit by these. */
const deletionLagMs = segmentMs + 10 * 60_000;
const replicationWanted = 3;

/** Creates missing topics from the catalogue and checks the others. @throws OperatorError for a topic that cannot serve */
export async function ensureTopics(admin: Admin, options: TopicOptions): Promise<void> {
  const existing = new Set(await admin.listTopics());
  const { brokers } = await admin.describeCluster();
  const replicationFactor = brokers.length >= replicationWanted ? replicationWanted : 1;
  const missing = streamNames.filter((stream) => !existing.has(options.topicOf(stream)));
  if (missing.length > 0) {
    await admin.createTopics({
      waitForLeaders: true,
      topics: missing.map((stream) => newTopic(stream, replicationFactor, options)),
    });
  }
  await checkPartitions(admin, options);
  await alignSettings(admin, options, replicationFactor);
}

function newTopic(stream: StreamName, replicationFactor: number, options: TopicOptions): ITopicConfig {
  return {
    topic: options.topicOf(stream),
    // Both always explicit: kafkajs speaks a version of the request in which -1 is not allowed.
    numPartitions: streamDefinition(stream).partitions,
    replicationFactor,
    configEntries: settingsOf(stream, replicationFactor, options).map(([name, value]) => ({ name, value })),
  };
}

function settingsOf(
  stream: StreamName,
  replicationFactor: number,
  { retention, timestamps }: TopicOptions,
): [string, string][] {
  const { kept } = streamDefinition(stream);
  return [
    ['message.timestamp.type', timestamps],
    ['compression.type', 'producer'],
    ['max.message.bytes', String(2 * 1024 * 1024)],
    ['min.insync.replicas', String(Math.max(1, replicationFactor - 1))],
    ['unclean.leader.election.enable', 'false'],
    ['segment.ms', String(kept.policy === 'forever' ? 168 * hourMs : segmentMs)],
    ['cleanup.policy', kept.policy === 'latest' ? 'compact' : 'delete'],
    [
      'retention.ms',
      kept.policy === 'expires' ? String(Math.max(segmentMs, retention[kept.setting] - deletionLagMs)) : '-1',
    ],
    ['delete.retention.ms', String(168 * hourMs)],
  ];
}

async function checkPartitions(admin: Admin, { topicOf }: TopicOptions): Promise<void> {
  const { topics } = await admin.fetchTopicMetadata({ topics: streamNames.map(topicOf) });
  for (const stream of streamNames) {
    const found = topics.find(({ name }) => name === topicOf(stream))?.partitions.length ?? 0;
    const { partitions } = streamDefinition(stream);
    if (found === partitions) continue;
    throw new OperatorError(
      'topic_partitions',
      `topic ${topicOf(stream)} has ${found} partitions, the hub needs exactly ${partitions}: use another cluster, or delete the topic if nothing of it is needed`,
    );
  }
}

/** A setting that differs is set; `alterConfigs` replaces them all, so all are given. */
async function alignSettings(admin: Admin, options: TopicOptions, replicationFactor: number): Promise<void> {
  const type = kafkajs.ConfigResourceTypes.TOPIC;
  const described = await admin.describeConfigs({
    includeSynonyms: false,
    resources: streamNames.map((stream) => ({ type, name: options.topicOf(stream) })),
  });
  const wrong = streamNames.filter((stream) => {
    const entries = described.resources.find(
      ({ resourceName }) => resourceName === options.topicOf(stream),
    )?.configEntries;
    const values = new Map(entries?.map(({ configName, configValue }) => [configName, configValue]));
    return settingsOf(stream, replicationFactor, options).some(([name, value]) => values.get(name) !== value);
  });
  if (wrong.length === 0) return;
  await admin.alterConfigs({
    validateOnly: false,
    resources: wrong.map((stream) => ({
      type,
      name: options.topicOf(stream),
      configEntries: settingsOf(stream, replicationFactor, options).map(([name, value]) => ({ name, value })),
    })),
  });
}
