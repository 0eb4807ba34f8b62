import kafkajs, { type Admin } from 'kafkajs';
import { causesOf, messageOf, OperatorError } from '../../../errors/errors.ts';
import { type Retention, type StreamName, streamDefinition, streamNames } from '../../../events/streams.ts';
import { brokerErrorCode } from '../broker-error-code.ts';
import { readTopics, type Topic } from './read-topics.ts';
import { cleanupPolicy, type Timestamps, timestampType, topicSettings } from './topic-settings.ts';

export interface TopicOptions {
  topicOf(stream: StreamName): string;
  /** Null when another process of the hub sets the retention of the topics that expire; then this one leaves it alone. */
  readonly retention: Retention | null;
  readonly timestamps: Timestamps;
  /** Less in tests. */
  readonly compactionLagMs?: number;
}

/**
 * Creates missing topics by the catalogue, checks the others and updates settings that may change. Several processes may do
 * it at once. @throws OperatorError for a topic or a cluster that cannot be used, KafkaJSError when the cluster does not answer
 */
export async function ensureTopics(admin: Admin, options: TopicOptions): Promise<void> {
  const existing = new Set(await admin.listTopics());
  const missing = streamNames.filter((stream) => !existing.has(options.topicOf(stream)));
  if (missing.length > 0) await createTopics(admin, missing, options);
  const found = await readTopics(admin, options.topicOf);
  for (const stream of streamNames) checkTopic(stream, options.topicOf(stream), found.get(stream));
  await alignSettings(admin, found, options);
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
    // One for each topic that was not made, where the controller answered at all.
    const errors: readonly unknown[] =
      error instanceof kafkajs.KafkaJSAggregateError ? error.errors : [error];
    const failures = errors.filter((each) => brokerErrorCode(each) !== 'TOPIC_ALREADY_EXISTS');
    if (failures.length === 0) return;
    const refusal = failures.find((each) => !mayPass(each));
    // A cluster that is starting; whoever can wait for it tries again.
    if (refusal === undefined) throw failures[0];
    throw new OperatorError(
      'topics_not_created',
      `Kafka does not create the hub's topics with ${replicas} replicas: ${brokerErrorCode(refusal) ?? messageOf(refusal)}; start all its brokers and allow the hub to create topics`,
      { cause: error },
    );
  }
}

/** Whether it was no refusal: a timeout, a cut connection, no controller yet. kafkajs wraps the last of its own attempts. */
function mayPass(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof kafkajs.KafkaJSError && cause.retriable);
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

function checkTopic(stream: StreamName, name: string, topic: Topic | undefined): void {
  const { partitions, kept } = streamDefinition(stream);
  const wanted = kept.policy === 'latest' ? 'compact' : 'delete';
  // More than the hub's are not read: what lies in them was written by somebody else.
  if (topic === undefined || topic.partitions < partitions) {
    throw new OperatorError(
      'topic_partitions',
      `topic ${name} has ${topic?.partitions ?? 0} partitions, the hub needs ${partitions}: use another cluster or KAFKA_TOPIC_PREFIX, or delete the topic if nothing of it is needed`,
    );
  }
  const policy = topic.settings.get(cleanupPolicy)?.value;
  if (policy !== wanted) {
    throw new OperatorError(
      'topic_policy',
      `topic ${name} has ${cleanupPolicy}=${policy}, the hub needs ${wanted}: records that must be kept may be gone; set it back, or use another cluster or KAFKA_TOPIC_PREFIX`,
    );
  }
}

/** A setting of a topic that was not as the hub needs it. */
export interface ChangedSetting {
  readonly stream: StreamName;
  readonly setting: string;
  readonly found: string | undefined;
  readonly wanted: string;
}

/**
 * Updates settings that differ, except those that another process sets. `alterConfigs` replaces all settings of a topic, so
 * the existing ones are sent again. @returns those that differed
 */
export async function alignSettings(
  admin: Admin,
  topics: ReadonlyMap<StreamName, Topic>,
  options: TopicOptions,
): Promise<ChangedSetting[]> {
  const changed: ChangedSetting[] = [];
  const type = kafkajs.ConfigResourceTypes.TOPIC;
  const resources = [...topics].flatMap(([stream, topic]) => {
    const wanted = topicSettings(stream, { ...options, replicas: topic.replicas });
    const differing = differingSettings(stream, topic, wanted);
    if (differing.every(({ setting }) => isOthers(stream, setting, options))) return [];
    changed.push(...differing);
    const others = [...topic.settings].flatMap(([setting, { value, ofTopic }]) =>
      ofTopic ? [[setting, value] as const] : [],
    );
    const name = options.topicOf(stream);
    return [{ type, name, configEntries: configEntries(new Map([...others, ...wanted])) }];
  });
  if (resources.length > 0) await admin.alterConfigs({ validateOnly: false, resources });
  return changed;
}

/** The settings of a topic that are not as wanted. */
export function differingSettings(
  stream: StreamName,
  topic: Topic,
  wanted: ReadonlyMap<string, string>,
): ChangedSetting[] {
  return [...wanted].flatMap(([setting, value]) => {
    const found = topic.settings.get(setting)?.value;
    return found === value ? [] : [{ stream, setting, found, wanted: value }];
  });
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
