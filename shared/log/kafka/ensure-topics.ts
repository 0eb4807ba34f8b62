import kafkajs, { type Admin } from 'kafkajs';
import { LogUnavailable, messageOf, OperatorError } from '../../errors.ts';
import { type Retention, type StreamName, streamDefinition, streamNames } from '../../events/streams.ts';
import { retryUntil } from '../../waiting.ts';
import { brokerErrorCode } from './broker-error-code.ts';
import { cleanupPolicy, type Timestamps, timestampType, topicSettings } from './topic-settings.ts';

export interface TopicOptions {
  topicOf(stream: StreamName): string;
  /** Null when another process of the hub sets the retention of the topics that expire; then this one leaves it alone. */
  readonly retention: Retention | null;
  readonly timestamps: Timestamps;
}

/**
 * Creates missing topics by the catalogue, checks the others and updates settings that may change. Several processes may do
 * it at once. @throws OperatorError for a topic or a cluster that cannot be used
 */
export async function ensureTopics(admin: Admin, options: TopicOptions): Promise<void> {
  const existing = new Set(await admin.listTopics());
  const missing = streamNames.filter((stream) => !existing.has(options.topicOf(stream)));
  if (missing.length > 0) await createTopics(admin, missing, options);
  const found = await readTopics(admin, streamNames.map(options.topicOf));
  for (const stream of streamNames) {
    checkTopic(stream, options.topicOf(stream), found.get(options.topicOf(stream)));
  }
  await alignSettings(admin, found, options);
}

interface Topic {
  readonly partitions: number;
  readonly replicas: number;
  readonly settings: ReadonlyMap<string, Setting>;
}

interface Setting {
  readonly value: string;
  /** Whether it is set for this topic, rather than by the cluster for all. */
  readonly ofTopic: boolean;
}

async function createTopics(
  admin: Admin,
  streams: readonly StreamName[],
  options: TopicOptions,
): Promise<void> {
  const replicas = await chooseReplicas(admin);
  try {
    await admin.createTopics({
      // kafkajs's own wait fails at the first answer of a broker that does not know the topic yet.
      waitForLeaders: false,
      topics: streams.map((stream) => ({
        topic: options.topicOf(stream),
        // Both are explicit, because kafkajs uses a version of the request that does not allow -1 for the default.
        numPartitions: streamDefinition(stream).partitions,
        replicationFactor: replicas,
        configEntries: configEntries(
          // Kept for ever until the process that sets retention sets it.
          new Map([['retention.ms', '-1'], ...topicSettings(stream, { ...options, replicas })]),
        ),
      })),
    });
  } catch (error) {
    const codes = error instanceof kafkajs.KafkaJSAggregateError ? error.errors.map(brokerErrorCode) : [];
    if (codes.length > 0 && codes.every((code) => code === 'TOPIC_ALREADY_EXISTS')) return;
    throw new OperatorError(
      'topics_not_created',
      `Kafka does not create the hub's topics with ${replicas} replicas: ${codes[0] ?? messageOf(error)}; start all its brokers and allow the hub to create topics`,
      { cause: error },
    );
  }
}

const replicasWanted = 3;

/**
 * Three replicas, or as many as there are brokers. At least the cluster's default, which also counts when a broker is down
 * at the moment.
 */
async function chooseReplicas(admin: Admin): Promise<number> {
  const { brokers } = await admin.describeCluster();
  const [first] = brokers;
  const described = await admin
    .describeConfigs({
      includeSynonyms: false,
      resources: [{ type: kafkajs.ConfigResourceTypes.BROKER, name: String(first?.nodeId) }],
    })
    // Not every login has the right to read that.
    .catch(() => undefined);
  const entries = described?.resources[0]?.configEntries ?? [];
  const byCluster = entries.find(
    ({ configName }) => configName === 'default.replication.factor',
  )?.configValue;
  return Math.max(Number(byCluster ?? 1), Math.min(replicasWanted, brokers.length));
}

const knownWithinMs = 15_000;
const lookEveryMs = 100;

/** The topics, once all partitions have a leader. A broker learns of a new topic only a moment after it was made. */
function readTopics(admin: Admin, names: string[]): Promise<ReadonlyMap<string, Topic>> {
  return retryUntil(() => readOnce(admin, names), {
    withinMs: knownWithinMs,
    everyMs: lookEveryMs,
    mayPass: (error) =>
      error instanceof LogUnavailable || (error instanceof kafkajs.KafkaJSError && error.retriable),
  });
}

async function readOnce(admin: Admin, names: string[]): Promise<ReadonlyMap<string, Topic>> {
  const { topics } = await admin.fetchTopicMetadata({ topics: names });
  if (topics.some(({ partitions }) => partitions.some(({ leader }) => leader < 0))) {
    throw new LogUnavailable('partitions of the hub have no leader');
  }
  const settings = await readSettings(admin, names);
  return new Map(
    topics.map(({ name, partitions }) => [
      name,
      {
        partitions: partitions.length,
        replicas: Math.min(...partitions.map(({ replicas }) => replicas.length)),
        settings: settings.get(name) ?? new Map(),
      },
    ]),
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

function checkTopic(stream: StreamName, name: string, topic: Topic | undefined): void {
  const { partitions, kept } = streamDefinition(stream);
  const wanted = kept.policy === 'latest' ? 'compact' : 'delete';
  const policy = topic?.settings.get(cleanupPolicy)?.value;
  if (topic?.partitions !== partitions) {
    throw new OperatorError(
      'topic_partitions',
      `topic ${name} has ${topic?.partitions ?? 0} partitions, the hub needs exactly ${partitions}: use another cluster or KAFKA_TOPIC_PREFIX, or delete the topic if nothing of it is needed`,
    );
  }
  if (policy !== wanted) {
    throw new OperatorError(
      'topic_policy',
      `topic ${name} has ${cleanupPolicy}=${policy}, the hub needs ${wanted}: records that must be kept may be gone; set it back, or use another cluster or KAFKA_TOPIC_PREFIX`,
    );
  }
}

/**
 * Updates settings that differ, except those that another process sets. `alterConfigs` replaces all settings of a topic, so
 * the existing ones are sent again.
 */
async function alignSettings(
  admin: Admin,
  topics: ReadonlyMap<string, Topic>,
  options: TopicOptions,
): Promise<void> {
  const resources = streamNames.flatMap((stream) => {
    const name = options.topicOf(stream);
    const topic = topics.get(name);
    if (topic === undefined) return [];
    const wanted = topicSettings(stream, { ...options, replicas: topic.replicas });
    const differing = [...wanted].filter(([setting, value]) => topic.settings.get(setting)?.value !== value);
    if (differing.every(([setting]) => isOthers(stream, setting, options))) return [];
    const others = [...topic.settings].flatMap(([setting, { value, ofTopic }]) =>
      ofTopic ? [[setting, value] as const] : [],
    );
    const type = kafkajs.ConfigResourceTypes.TOPIC;
    return [{ type, name, configEntries: configEntries(new Map([...others, ...wanted])) }];
  });
  if (resources.length > 0) await admin.alterConfigs({ validateOnly: false, resources });
}

/**
 * Whether another process sets this setting. The retention that this process has read may be out of date by now, so sending
 * it back could undo a change. The timestamp type is set by any process, because it changes only for an import, while the
 * hub is stopped.
 */
function isOthers(stream: StreamName, setting: string, { retention }: TopicOptions): boolean {
  const { kept } = streamDefinition(stream);
  return retention === null && kept.policy === 'expires' && setting !== timestampType;
}

function configEntries(settings: ReadonlyMap<string, string>): { name: string; value: string }[] {
  return [...settings].map(([name, value]) => ({ name, value }));
}
