import { describe, expect, it } from 'vitest';
import { deleteMovedTopics } from '../../services/cli/log-copy/to-postgres.ts';
import { streamNames } from '../../shared/events/streams.ts';
import { recordCopyTarget } from '../../shared/identity/log-identity.ts';
import type { EventLog } from '../../shared/log/event-log.ts';
import { withKafkaAdmin } from '../../shared/log/kafka/kafka-admin.ts';
import { findUsedTopics } from '../../shared/log/kafka/topics/find-and-delete-topics.ts';
import { runInProcess, runJson } from '../support/hub/command-line.ts';
import { startTestHub } from '../support/hub/hub.ts';
import { launchHubCommand } from '../support/hub/hub-process.ts';
import { kafkaFor, uniquePrefix } from '../support/kafka/kafka.ts';
import { openTestKafkaLog, testAddress } from '../support/kafka/log.ts';
import { openLogToMove } from '../support/kafka/log-to-move.ts';
import { entriesOf } from '../support/log/log-entries.ts';
import { readAll } from '../support/log/log-records.ts';
import { patient } from '../support/runner/patience.ts';

const brokers = await kafkaFor('Kafka: moving a log back to PostgreSQL');
const events = 6_000;
const copy = ['log', 'copy', '--to', 'postgres'];
/** Streams that nobody writes during the move. */
const moved = streamNames.filter((stream) => stream !== 'hub.audit');

/** A hub whose log moved from PostgreSQL to Kafka, so that the counters in PostgreSQL are not 0. */
async function openMovedHub() {
  const { prefix, ...hub } = await openLogToMove(brokers ?? '', events);
  await runJson(hub.settings, ['log', 'copy', '--to', 'kafka']);
  return { ...hub, address: testAddress(brokers ?? '', prefix) };
}

/** As after the retention of payloads: a partition has an end, and no records. */
async function expireAll(kafka: EventLog, address: ReturnType<typeof testAddress>): Promise<void> {
  const [last] = (await kafka.append(entriesOf('hub.raw', 'a', 3))).slice(-1);
  const { partition = 0, offset = 0 } = last ?? {};
  const topic = `${address.topicPrefix}hub.raw`;
  await withKafkaAdmin(address, async (admin) => {
    // kafkajs deletes records only of topics whose leaders it knows.
    await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions: [{ partition, offset: String(offset + 1) }] });
  });
}

async function countRecords(log: EventLog): Promise<number> {
  return (await log.ends(streamNames)).reduce((sum, { start, end }) => sum + end - start, 0);
}

describe.skipIf(brokers === null)('hub log copy --to postgres', () => {
  it('keeps every record with its offset, also after kills, and deletes the topics', {
    timeout: patient(360_000),
  }, async () => {
    const { database, kafka, local, settings, options, address } = await openMovedHub();
    for (const records of [100, events / 2]) {
      const running = launchHubCommand(options, copy);
      await expect
        .poll(() => countRecords(local), { timeout: 60_000, interval: 20 })
        .toBeGreaterThan(records);
      running.signal('SIGKILL');
      expect((await running.ended).code).toBeNull();
      // The hub ran in between.
      const again = (await readAll(kafka, ['hub.feed', 'hub.state'])).slice(0, 2);
      await kafka.append(again);
    }
    await database.run({
      text: `insert into projection.erased (subject, late_emptied) values ('aB3xYz91kQw6', true)
             on conflict (subject) do update set late_emptied = true`,
    });
    // Before the first move, the database was another copy.
    await local.markInUse();
    await database.run({ text: `update hub.feed_place set place = 'elsewhere'` });
    await expireAll(kafka, address);
    const expected = await readAll(kafka, moved);
    const ends = await kafka.ends(moved);

    const { code, stdout, stderr } = await runInProcess(settings, copy);
    expect({ code, stdout }, stderr).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^Copied [\d,]+ events to PostgreSQL in \d+ s: start the hub without KAFKA_BROKERS\.\n$/,
      ),
    });
    expect(stderr).toMatch(/\d+% .+ events /);
    expect(await readAll(local, moved)).toEqual(expected);
    expect(await local.ends(moved)).toEqual(
      expect.arrayContaining(
        ends.map(({ stream, partition, start, end }) => ({ stream, partition, start, end })),
      ),
    );
    // Old records are packed while they arrive.
    expect(await database.many({ text: 'select from log.hub_xp_pack limit 1' })).toHaveLength(1);
    expect(await findUsedTopics(address)).toEqual([]);
    expect(await local.wasRestored()).toBe(false);
    const { stuck } = await database.one<{ stuck: number }>({
      text: `select count(*)::int as stuck from projection.generation where state <> 'live'`,
    });
    expect(stuck).toBe(0);
    // Kafka keeps unsealed values of erased subjects, so PostgreSQL empties them again.
    expect(await database.many({ text: 'select subject from projection.erased where late_emptied' })).toEqual(
      [],
    );

    const { KAFKA_BROKERS: _brokers, ...embedded } = settings;
    expect((await runJson(embedded, ['audit', '--action', 'log-moved'])).entries).toMatchObject([
      { subject: 'PostgreSQL' },
      {},
    ]);
    // `--promote` compares the rebuilt tables with the tables from before the move, record numbers
    // included.
    const hub = await startTestHub({ settings: { ...embedded, LOCATION_RETENTION_DAYS: '3650' } });
    await runJson(embedded, ['projections', 'rebuild', '--all', '--full-speed', '--promote']);
    await hub.close();
    // A run after a kill at the very end.
    expect(await runJson(settings, copy)).toMatchObject({ moved: false, events: 0, log: 'PostgreSQL' });
    // And again to Kafka, into the same topics.
    expect(await runJson(settings, ['log', 'copy', '--to', 'kafka'])).toMatchObject({ moved: true });
  });

  it('refuses other records and other topics, and deletes topics that an earlier run left', {
    timeout: patient(360_000),
  }, async () => {
    const { database, settings, address } = await openMovedHub();
    const errorOf = async (more: Readonly<Record<string, string>>) => {
      const { code, stderr } = await runInProcess({ ...settings, ...more }, [...copy, '--json']);
      return { code, ...JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error };
    };
    const { KAFKA_BROKERS: _brokers, ...embedded } = settings;
    const without = await runInProcess(embedded, [...copy, '--json']);
    expect(JSON.parse(without.stderr).error).toMatchObject({ code: 'no_kafka' });
    expect(await errorOf({ KAFKA_TOPIC_PREFIX: uniquePrefix() })).toMatchObject({ code: 'another_log' });
    await database.run({
      text: `update log.partition set next_offset = start_offset + 1 where stream = 'hub.feed'`,
    });
    expect(await errorOf({})).toMatchObject({ code: 'not_empty' });
    await database.run({
      text: `update log.partition set next_offset = start_offset where stream = 'hub.feed'`,
    });

    await runJson(settings, copy);
    expect(await database.one({ text: 'select identity from hub.log_identity' })).toEqual({
      identity: 'embedded',
    });
    expect(await database.many({ text: 'select from hub.log_copy' })).toEqual([]);
    // As after a kill between the move and the deletion.
    const left = openTestKafkaLog(brokers ?? '', settings.KAFKA_TOPIC_PREFIX);
    await left.ensureStreams();
    await left.append(entriesOf('hub.feed', 'a', 1));
    const kafkaIdentity = await left.identity();
    await left.close();
    await recordCopyTarget(database, kafkaIdentity);
    const away = { ...address, brokers: ['127.0.0.1:1'] };
    await expect(deleteMovedTopics(database, away, kafkaIdentity)).rejects.toMatchObject({
      code: 'topics_left',
    });
    expect(await runJson(settings, copy)).toMatchObject({ moved: false });
    expect(await findUsedTopics(address)).toEqual([]);
    expect(await database.many({ text: 'select from hub.log_copy' })).toEqual([]);
  });
});
