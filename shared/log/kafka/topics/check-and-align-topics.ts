import type { Admin } from 'kafkajs';
import { partitionName, type StreamName, streamDefinition } from '../../../events/streams.ts';
import type { LogFinding } from '../../event-log.ts';
import { alignTopicSettings, type TopicOptions } from './ensure-topics.ts';
import { readTopics, type Topic } from './read-topics.ts';

const deletingSetting = /^(?:cleanup|retention|delete|segment)\./;

/**
 * Checks the hub's topics, and sets changed settings back.
 * @throws while the cluster does not answer
 */
export async function inspectTopics(
  admin: Admin,
  options: Omit<TopicOptions, 'timestamps'>,
): Promise<LogFinding[]> {
  const topics = await readTopics(admin, options.topicOf);
  const findings: LogFinding[] = [];
  for (const [stream, topic] of topics) {
    const name = options.topicOf(stream);
    findings.push(...surplusPartitions(stream, name, topic), ...replicasBehind(stream, name, topic));
    findings.push(...(await lostRecords(admin, stream, name)));
  }
  const changed = await alignTopicSettings(admin, topics, { ...options, timestamps: 'LogAppendTime' });
  for (const { stream, setting, found, wanted } of changed) {
    const topic = options.topicOf(stream);
    const gone = deletingSetting.test(setting) ? '; what the brokers deleted in the meantime is gone' : '';
    const message = `topic ${topic} had ${setting}=${found}, set back to ${wanted}${gone}`;
    findings.push({ kind: 'setting_changed', stream, count: 1, message });
  }
  return findings;
}

function surplusPartitions(stream: StreamName, name: string, topic: Topic): LogFinding[] {
  const { partitions } = streamDefinition(stream);
  const count = topic.partitions - partitions;
  if (count <= 0) return [];
  const message = `topic ${name} has ${topic.partitions} partitions, the hub writes and reads the first ${partitions}: another program wrote the records in the other partitions, and the hub does not use them`;
  return [{ kind: 'surplus_partitions', stream, count, message }];
}

function replicasBehind(
  stream: StreamName,
  name: string,
  { underReplicatedPartitions: count }: Topic,
): LogFinding[] {
  if (count === 0) return [];
  const message = `${count} partitions of topic ${name} lack an in-sync replica: if one more broker stops, appends are refused; start the broker that is down, or check its disk`;
  return [{ kind: 'replicas_behind', stream, count, message }];
}

/** Compaction never moves the start above 0. */
async function lostRecords(admin: Admin, stream: StreamName, name: string): Promise<LogFinding[]> {
  const { kept, partitions } = streamDefinition(stream);
  if (kept.policy === 'expires') return [];
  const offsets = await admin.fetchTopicOffsets(name);
  const lost = offsets.filter(({ partition, low }) => partition < partitions && Number(low) > 0);
  if (lost.length === 0) return [];
  const count = lost.reduce((sum, { low }) => sum + Number(low), 0);
  const where = lost
    .map(({ partition, low }) => `${partitionName({ stream, partition })} below ${low}`)
    .join(', ');
  const message = `${count} records that the hub keeps were deleted from topic ${name}: ${where}; the existing tables stay right, but cannot be rebuilt from this log: restore a backup that has these records`;
  return [{ kind: 'records_lost', stream, count, message }];
}
