import kafkajs, { type Admin } from 'kafkajs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { kafkaFor, uniquePrefix } from '../../../../test/support/kafka/kafka.ts';
import { deleteTopics, openTestKafkaLog, testAddress } from '../../../../test/support/kafka/log.ts';
import { entry } from '../../../../test/support/log/log-entries.ts';
import { readAll } from '../../../../test/support/log/log-records.ts';
import { testRetention } from '../../../../test/support/log/retention.ts';
import { LogUnavailable, OperatorError } from '../../../errors/errors.ts';
import { type Retention, type StreamName, streamDefinition, streamNames } from '../../../events/streams.ts';
import { withKafkaAdmin } from '../kafka-admin.ts';
import { ensureTopics } from './ensure-topics.ts';
import type { TopicTimestamps } from './topic-settings.ts';

const brokers = await kafkaFor('Kafka: topics from the catalogue');

function openTopics() {
  const prefix = uniquePrefix();
  const address = testAddress(brokers ?? '', prefix);
  const topicOf = (stream: StreamName) => `${prefix}${stream}`;
  onTestFinished(() => deleteTopics(brokers ?? '', prefix));
  const admin = <Result>(work: (admin: Admin) => Promise<Result>) => withKafkaAdmin(address, work);
  return {
    prefix,
    admin,
    topicOf,
    ensure: (retention: Retention | null = testRetention, timestamps: TopicTimestamps = 'LogAppendTime') =>
      admin((given) => ensureTopics(given, { topicOf, retention, timestamps })),
    set: (stream: StreamName, settings: Record<string, string>) =>
      admin((given) =>
        given.alterConfigs({
          validateOnly: false,
          resources: [
            {
              type: kafkajs.ConfigResourceTypes.TOPIC,
              name: topicOf(stream),
              configEntries: Object.entries(settings).map(([name, value]) => ({ name, value })),
            },
          ],
        }),
      ),
    settings: (stream: StreamName) =>
      admin(async (given) => {
        const { resources } = await given.describeConfigs({
          includeSynonyms: false,
          resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topicOf(stream) }],
        });
        const entries = resources[0]?.configEntries ?? [];
        return Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
      }),
  };
}

/** A broker applies a setting a moment after the acknowledgement. */
function eventually<Value>(look: () => Promise<Value>) {
  return expect.poll(look, { timeout: 15_000 });
}

describe.skipIf(brokers === null)('topics', () => {
  it('are created from the catalogue, even by several processes at once', async () => {
    const topics = openTopics();
    await Promise.all([topics.ensure(), topics.ensure(), topics.ensure()]);
    const { topics: made } = await topics.admin((admin) =>
      admin.fetchTopicMetadata({ topics: streamNames.map(topics.topicOf) }),
    );
    expect(new Map(made.map(({ name, partitions }) => [name, partitions.length]))).toEqual(
      new Map(streamNames.map((stream) => [topics.topicOf(stream), streamDefinition(stream).partitions])),
    );
    expect(await topics.settings('hub.xp')).toMatchObject({
      'cleanup.policy': 'delete',
      'retention.ms': '-1',
      'retention.bytes': '-1',
      'message.timestamp.type': 'LogAppendTime',
      'unclean.leader.election.enable': 'false',
    });
    expect(await topics.settings('hub.state')).toMatchObject({ 'cleanup.policy': 'compact' });
    // Leaves time for a segment and for the delay of the deletion.
    const { 'retention.ms': kept } = await topics.settings('hub.raw');
    expect(Number(kept)).toBeLessThan(testRetention.rawPayloadMs - 3_600_000);
  });

  it('are waited for when a starting cluster does not create them in time, and the next attempt creates them', async () => {
    const topics = openTopics();
    const ensureWith = (createTopics: (given: Admin) => Admin['createTopics']) =>
      topics.admin((given) =>
        ensureTopics(
          { ...given, createTopics: createTopics(given) },
          { topicOf: topics.topicOf, retention: testRetention, timestamps: 'LogAppendTime' },
        ),
      );
    // With this timeout, the broker answers as when its controller is too slow.
    const tooSlow = ensureWith((given) => (wanted) => given.createTopics({ ...wanted, timeout: 0 }));
    await expect(tooSlow).rejects.toThrow(LogUnavailable);
    const notController = new kafkajs.KafkaJSProtocolError(
      Object.assign(new Error('not the controller'), { type: 'NOT_CONTROLLER', code: 41, retriable: true }),
    );
    for (const error of [
      new kafkajs.KafkaJSConnectionError('Connection error: connect ECONNREFUSED'),
      new kafkajs.KafkaJSRequestTimeoutError('Request CreateTopics timed out'),
      new kafkajs.KafkaJSNumberOfRetriesExceeded(notController, { retryCount: 2, retryTime: 600 }),
    ]) {
      await expect(ensureWith(() => () => Promise.reject(error))).rejects.toThrow(LogUnavailable);
    }
    await topics.ensure();
    expect(await topics.settings('hub.state')).toMatchObject({ 'cleanup.policy': 'compact' });
  });

  it('stop the hub with one line when the cluster refuses them', async () => {
    const topics = openTopics();
    const ensureWith = (replicationFactor: number) =>
      topics.admin((given) => {
        const createTopics: Admin['createTopics'] = ({ topics: wanted, ...rest }) =>
          given.createTopics({ ...rest, topics: wanted.map((each) => ({ ...each, replicationFactor })) });
        const options = { topicOf: topics.topicOf, retention: testRetention } as const;
        return ensureTopics({ ...given, createTopics }, { ...options, timestamps: 'LogAppendTime' });
      });
    await expect(ensureWith(5)).rejects.toMatchObject({
      code: 'topics_not_created',
      message: expect.stringContaining(': INVALID_REPLICATION_FACTOR; start all its brokers'),
    });
  });

  it('get another retention only from the process that sets the retention', async () => {
    const topics = openTopics();
    const dayMs = 86_400_000;
    const kept = async () => Number((await topics.settings('hub.location'))['retention.ms']);
    await topics.ensure(null);
    expect(await kept()).toBe(-1);
    await topics.ensure();
    await eventually(kept).toBeGreaterThan(29 * dayMs);
    await topics.ensure({ ...testRetention, locationMs: 90 * dayMs });
    await eventually(kept).toBeGreaterThan(89 * dayMs);
    // A process without retention must not overwrite the retention of another process.
    const others = { 'max.message.bytes': '3000000', 'retention.ms': '7200000' };
    await topics.set('hub.location', { ...others, 'message.timestamp.type': 'LogAppendTime' });
    await eventually(kept).toBe(7_200_000);
    await topics.ensure(null);
    // When this later change is visible, an earlier change would be visible too.
    await topics.set('hub.xp', { 'flush.ms': '60000' });
    await eventually(() => topics.settings('hub.xp')).toMatchObject({ 'flush.ms': '60000' });
    expect(await topics.settings('hub.location')).toMatchObject(others);
  });

  it('use the writer’s times during an import and the broker’s times afterwards, whichever process sets them', async () => {
    const topics = openTopics();
    const times = async () => (await topics.settings('hub.location'))['message.timestamp.type'];
    await topics.ensure(null);
    await topics.ensure(null, 'CreateTime');
    await eventually(times).toBe('CreateTime');
    await topics.ensure(null);
    await eventually(times).toBe('LogAppendTime');
  });

  it('keep settings that an operator added', async () => {
    const topics = openTopics();
    await topics.ensure();
    await topics.set('hub.xp', { 'flush.ms': '60000', 'retention.ms': '7200000' });
    const settings = () => topics.settings('hub.xp');
    await eventually(settings).toMatchObject({ 'flush.ms': '60000', 'retention.ms': '7200000' });
    await topics.ensure();
    await eventually(settings).toMatchObject({ 'flush.ms': '60000', 'retention.ms': '-1' });
  });

  it('stop the hub with one line when they have too few partitions', async () => {
    const topics = openTopics();
    const topic = topics.topicOf('hub.xp');
    await topics.admin((admin) =>
      admin.createTopics({ waitForLeaders: false, topics: [{ topic, numPartitions: 11 }] }),
    );
    const line = `topic ${topic} has 11 partitions, the hub needs 12: `;
    await expect(topics.ensure()).rejects.toThrow(OperatorError);
    await expect(topics.ensure()).rejects.toThrow(line);
  });

  it('with a surplus partition are used, and the surplus partition is reported', async () => {
    const topics = openTopics();
    await topics.ensure();
    const topic = topics.topicOf('hub.xp');
    await topics.admin((admin) => admin.createPartitions({ topicPartitions: [{ topic, count: 13 }] }));
    const log = openTestKafkaLog(brokers ?? '', topics.prefix);
    onTestFinished(() => log.close());
    const xp = { ...entry('hub.xp', 'a') };
    await log.ensureStreams();
    await log.append([xp]);
    expect((await readAll(log, ['hub.xp'])).map(({ recordId }) => recordId)).toEqual([xp.recordId]);
    const surplus = async () => (await log.inspect()).map(({ kind, stream, count }) => [kind, stream, count]);
    await eventually(surplus).toEqual([['surplus_partitions', 'hub.xp', 1]]);
    const [finding] = await log.inspect();
    expect(finding?.message).toContain('has 13 partitions, the hub writes and reads the first 12');
  });

  it('are set back when somebody changes them, and records deleted until then are reported', async () => {
    const topics = openTopics();
    const log = openTestKafkaLog(brokers ?? '', topics.prefix);
    onTestFinished(() => log.close());
    await log.ensureStreams();
    await log.append([entry('hub.feed', 'a'), entry('hub.feed', 'a'), entry('hub.keys', 'a')]);
    expect(await log.inspect()).toEqual([]);
    await topics.set('hub.feed', { 'retention.ms': '1000' });
    await eventually(() => topics.settings('hub.feed')).toMatchObject({ 'retention.ms': '1000' });
    const found = await log.inspect();
    expect(found.find(({ message }) => message.includes('retention.ms=1000, set back to -1'))).toMatchObject({
      kind: 'setting_changed',
      stream: 'hub.feed',
    });
    await eventually(() => topics.settings('hub.feed')).toMatchObject({ 'retention.ms': '-1' });
    await topics.admin(async (admin) => {
      const topic = topics.topicOf('hub.feed');
      // kafkajs deletes records only after an earlier request about the topic.
      await admin.fetchTopicOffsets(topic);
      await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '2' }] });
    });
    const lost = async () => (await log.inspect()).map(({ kind, stream, count }) => [kind, stream, count]);
    await eventually(lost).toEqual([['records_lost', 'hub.feed', 2]]);
  });

  it('stop the hub with one line when they have another cleanup policy', async () => {
    const topics = openTopics();
    await topics.ensure();
    await topics.set('hub.membership', { 'cleanup.policy': 'compact' });
    await eventually(() => topics.settings('hub.membership')).toMatchObject({ 'cleanup.policy': 'compact' });
    await expect(topics.ensure()).rejects.toThrow('cleanup.policy=compact, the hub needs delete: ');
  });
});
