import kafkajs, { type Admin } from 'kafkajs';
import { causesOf, messageOf, OperatorError } from '../../../errors/errors.ts';
import { type Retention, type StreamName, streamDefinition, streamNames } from '../../../events/streams.ts';
import { brokerErrorCode } from '../broker-error-code.ts';
import { readTopics, type Topic } from './read-topics.ts';
import { cleanupPolicy, type TopicTimestamps, timestampType, topicSettings } from './topic-settings.ts';

export interface TopicOptions {
  topicOf(stream: StreamName): string;
  /** Null when another process of the hub sets the retention. */
  readonly retention: Retention | null;
  readonly timestamps: TopicTimestamps;
  /** Less in tests. */
  readonly compactionLagMs?: number;
}

/**
 * Creates missing topics, checks existing topics, and updates settings that may change. Several
 * processes may do this at the same time.
 * @throws OperatorError for an unusable topic or cluster; KafkaJSError without an answer
 */
export async function ensureTopics(admin: Admin, options: TopicOptions): Promise<void> {
  const existing = new Set(await admin.listTopics());
  const missing = streamNames.filter((stream) => !existing.has(options.topicOf(stream)));
  if (missing.length > 0) await createTopics(admin, missing, options);
  const found = await readTopics(admin, options.topicOf);
  for (const stream of streamNames) checkTopic(stream, options.topicOf(stream), found.get(stream));
  await alignTopicSettings(admin, found, options);
}

async function createTopics(
  admin: Admin,
  streams: readonly StreamName[],
  options: TopicOptions,
): Promise<void> {
  const replicas = await chooseReplicas(admin);
  try {
    await admin.createTopics({
      // The wait of kafkajs fails at the first broker that does not know the topic yet.
      waitForLeaders: false,
      topics: streams.map((stream) => ({
        topic: options.topicOf(stream),
        // The request version of kafkajs does not allow -1 for the default.
        numPartitions: streamDefinition(stream).partitions,
        replicationFactor: replicas,
        configEntries: configEntries(
          // For ever, until a process sets the retention.
          new Map([['retention.ms', '-1'], ...topicSettings(stream, { ...options, replicas })]),
        ),
      })),
    });
  } catch (error) {
    // The controller answers one error for each topic that was not created.
    const errors: readonly unknown[] =
      error instanceof kafkajs.KafkaJSAggregateError ? error.errors : [error];
    const failures = errors.filter((each) => brokerErrorCode(each) !== 'TOPIC_ALREADY_EXISTS');
    if (failures.length === 0) return;
    const refusal = failures.find((each) => !mayPass(each));
    // The cluster is starting: the caller tries again.
    if (refusal === undefined) throw failures[0];
    throw new OperatorError(
      'topics_not_created',
      `Kafka does not create the hub's topics with ${replicas} replicas: ${brokerErrorCode(refusal) ?? messageOf(refusal)}; start all its brokers and allow the hub to create topics`,
      { cause: error },
    );
  }
}

/** kafkajs wraps the error of its last try. */
function mayPass(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof kafkajs.KafkaJSError && cause.retriable);
}

const replicasWanted = 3;

/** The default of the cluster is right even while some brokers are down. */
async function chooseReplicas(admin: Admin): Promise<number> {
  const { brokers } = await admin.describeCluster();
  const [first] = brokers;
  const described = await admin
    .describeConfigs({
      includeSynonyms: false,
      resources: [{ type: kafkajs.ConfigResourceTypes.BROKER, name: String(first?.nodeId) }],
    })
    // Some logins are not allowed to read broker settings.
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
  // Surplus partitions are not read: another program wrote their records.
  if (topic === undefined || topic.partitions < partitions) {
    throw new OperatorError(
      'topic_partitions',
      `topic ${name} has ${topic?.partitions ?? 0} partitions, the hub needs ${partitions}: use another cluster or KAFKA_TOPIC_PREFIX, or delete the topic if you do not need its records`,
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

export interface DifferingSetting {
  readonly stream: StreamName;
  readonly setting: string;
  readonly found: string | undefined;
  readonly wanted: string;
}

/**
 * Updates the settings that differ, except settings of another process. `alterConfigs` replaces all
 * settings of a topic, so existing settings are sent again.
 * @returns the settings that differed
 */
export async function alignTopicSettings(
  admin: Admin,
  topics: ReadonlyMap<StreamName, Topic>,
  options: TopicOptions,
): Promise<DifferingSetting[]> {
  const changed: DifferingSetting[] = [];
  const type = kafkajs.ConfigResourceTypes.TOPIC;
  const resources = [...topics].flatMap(([stream, topic]) => {
    const wanted = topicSettings(stream, { ...options, replicas: topic.replicas });
    const differing = findDifferingSettings(stream, topic, wanted);
    if (differing.every(({ setting }) => isOfAnotherProcess(stream, setting, options))) return [];
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

export function findDifferingSettings(
  stream: StreamName,
  topic: Topic,
  wanted: ReadonlyMap<string, string>,
): DifferingSetting[] {
  return [...wanted].flatMap(([setting, value]) => {
    const found = topic.settings.get(setting)?.value;
    return found === value ? [] : [{ stream, setting, found, wanted: value }];
  });
}

/**
 * An update would send the retention that this process read, and could undo a newer change. Any
 * process sets the timestamp type, which changes only for an import.
 */
function isOfAnotherProcess(stream: StreamName, setting: string, { retention }: TopicOptions): boolean {
  const { kept } = streamDefinition(stream);
  return retention === null && kept.policy === 'expires' && setting !== timestampType;
}

function configEntries(settings: ReadonlyMap<string, string>): { name: string; value: string }[] {
  return [...settings].map(([name, value]) => ({ name, value }));
}
