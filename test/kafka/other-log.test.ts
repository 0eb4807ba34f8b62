import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withKafkaAdmin } from '../../shared/log/kafka/kafka-admin.ts';
import { openEventLog } from '../../shared/log/open-event-log.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { openNotifications } from '../../shared/postgres/notifications.ts';
import { faultOfLog, faultOfPage } from '../../shared/projection/commit/guard-page.ts';
import { type Checkpoint, type Lease, newLease } from '../../shared/projection/commit/lease.ts';
import { isSameLog } from '../../shared/projection/live/is-same-log.ts';
import { kafkaFor, uniquePrefix } from '../support/kafka/kafka.ts';
import { deleteTopics, openTestKafkaLog, testAddress } from '../support/kafka/log.ts';
import { entriesOf } from '../support/log/log-entries.ts';
import { testRetention } from '../support/log/retention.ts';
import { freshDatabase } from '../support/postgres/database.ts';

const brokers = await kafkaFor('Kafka: another log than the one that was projected');
const feed = { stream: 'hub.feed', partition: 0 } as const;

async function openLog() {
  const prefix = uniquePrefix();
  onTestFinished(() => deleteTopics(brokers ?? '', prefix));
  const log = openTestKafkaLog(brokers ?? '', prefix);
  onTestFinished(() => log.close());
  await log.ensureStreams();
  const topic = `${prefix}hub.feed`;
  return {
    prefix,
    log,
    topic,
    admin: <Result>(work: Parameters<typeof withKafkaAdmin<Result>>[1]) =>
      withKafkaAdmin(testAddress(brokers ?? '', prefix), work),
  };
}

function leaseAt(nextOffset: number, lastAppendTime: number | null): Lease {
  const checkpoint: Checkpoint = { nextOffset, recordTime: 0, lastAppendTime };
  return newLease({ ...feed, fence: 1, checkpoint });
}

describe.skipIf(brokers === null)('a projection on Kafka', () => {
  it('stops when records were deleted before it read them', async () => {
    const { log, topic, admin } = await openLog();
    await log.append(entriesOf('hub.feed', 'a', 5));
    await admin(async (given) => {
      // kafkajs deletes records only of topics whose leaders it knows.
      await given.fetchTopicOffsets(topic);
      await given.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '3' }] });
    });
    const read = async (offset: number) =>
      (await log.read([{ ...feed, offset }], { maxRecords: 10, waitMs: 0 }))[0];
    const page = await read(1);
    if (page === undefined) throw new Error('no page');
    expect(faultOfPage(page, leaseAt(1, 1))).toContain('starts at 3, but only records below 1');
    expect((await read(3))?.records.map(({ offset }) => offset)).toEqual([3, 4]);
  });

  it('continues after expired records if another partition shows that the log is the same', async () => {
    const { log, prefix, admin } = await openLog();
    const positions = await log.append(
      ['a', 'b'].flatMap((subject) => entriesOf('hub.location', subject, 2)),
    );
    const places = [positions[1], positions[3]].map((position) => {
      if (position === undefined) throw new Error('no position');
      const { stream, partition, offset, appendTime } = position;
      const checkpoint = { nextOffset: offset + 1, recordTime: appendTime, lastAppendTime: appendTime };
      return { stream, partition, checkpoint };
    });
    const topic = `${prefix}hub.location`;
    await admin(async (given) => {
      await given.fetchTopicOffsets(topic);
      const partitions = places.slice(0, 1).map(({ partition }) => ({ partition, offset: '2' }));
      await given.deleteTopicRecords({ topic, partitions });
    });
    const noWitness = async () => [];
    expect(await isSameLog(log, places, noWitness)).toBe(true);
    expect(await isSameLog(log, places.slice(0, 1), noWitness)).toBe(false);
  });

  it('stops when its topic was created again, empty or with records', async () => {
    const { log, topic, admin } = await openLog();
    const [, , third] = await log.append(entriesOf('hub.feed', 'a', 3));
    const lease = leaseAt(3, third?.appendTime ?? 0);
    expect(await faultOfLog(log, lease)).toBeNull();

    await admin((given) => given.deleteTopics({ topics: [topic] }));
    // Kafka confirms the deletion before the topic is gone, on a busy broker long before.
    await expect
      .poll(() => log.ensureStreams().then(() => log.ends(['hub.feed'])), { timeout: 45_000 })
      .toMatchObject([{ end: 0 }]);
    const [page] = await log.read([{ ...feed, offset: 3 }], { maxRecords: 10, waitMs: 0 });
    if (page === undefined) throw new Error('no page');
    expect(faultOfPage(page, lease)).toContain('ends at 0, but the records below 3 were projected');

    // Gives the new records another time than the records of the deleted topic.
    await sleep(5);
    await log.append(entriesOf('hub.feed', 'b', 4));
    expect(await faultOfLog(log, lease)).toContain('holds another record at 2');
  });

  it('does not start when its database belongs to another log', async () => {
    const { prefix } = await openLog();
    const { database } = await freshDatabase();
    const logger = createLogger({ name: 'tests', level: 'silent' });
    const notifications = openNotifications(database, logger);
    onTestFinished(() => notifications.close());
    const open = (topicPrefix: string | null) =>
      openEventLog({
        kafka: topicPrefix === null ? null : testAddress(brokers ?? '', topicPrefix),
        database,
        databaseDirectory: null,
        notifications,
        logger,
        retention: testRetention,
      });
    const log = await open(prefix);
    await log.close();
    await (await open(prefix)).close();
    const other = uniquePrefix();
    await expect(open(other)).rejects.toThrow('set it to the cluster that belongs to this database');
    await expect(open(null)).rejects.toThrow('the log of this hub is in Kafka');
    const topics = await withKafkaAdmin(testAddress(brokers ?? '', ''), (admin) => admin.listTopics());
    expect(topics.filter((topic) => topic.startsWith(other))).toEqual([]);
  });
});
