import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { judgeReplication } from '../../services/cli/doctor/checks/replication.ts';
import { retryUntil } from '../../shared/async/waiting.ts';
import { LogUnavailable } from '../../shared/errors/errors.ts';
import { withKafkaAdmin } from '../../shared/log/kafka/kafka-admin.ts';
import { describeCluster } from '../../shared/log/kafka/topics/describe-cluster.ts';
import { onceAFile } from '../support/at-end.ts';
import { campaign, runsCampaigns } from '../support/campaign.ts';
import { deadline, inTime } from '../support/deadline.ts';
import type { KafkaBroker } from '../support/kafka/broker.ts';
import { type KafkaCluster, startKafkaCluster } from '../support/kafka/cluster.ts';
import { kafkaContainersFor, uniquePrefix } from '../support/kafka/kafka.ts';
import { openTestKafkaLog, testAddress } from '../support/kafka/log.ts';
import { entry } from '../support/log/log-entries.ts';
import { startLogLoad } from '../support/log/log-load.ts';
import { expectAcknowledged, expectGapless, placesAndIds, readAll } from '../support/log/log-records.ts';
import { testRetention } from '../support/log/retention.ts';
import { patient } from '../support/runner/patience.ts';

const hasContainers = await kafkaContainersFor('Kafka: three brokers');

const { runs: strikes, label } = campaign(10);

const faults = [
  {
    fault: 'frozen',
    strike: async (leader: KafkaBroker, untilOthersLead: () => Promise<void>) => {
      await leader.pause();
      await untilOthersLead();
      await leader.resume();
    },
  },
  {
    fault: 'killed',
    strike: async (leader: KafkaBroker, untilOthersLead: () => Promise<void>) => {
      await leader.kill();
      await untilOthersLead();
      await leader.start();
    },
  },
];

/** Three brokers take a minute of CPU to start, to fill and to fail over. */
describe.skipIf(!hasContainers || !runsCampaigns)(
  'three brokers under a load over all partitions (in campaigns)',
  () => {
    const theCluster = onceAFile(startKafkaCluster);

    describe.each(faults)('whose leaders are $fault', ({ strike }) => {
      it(`lose no acknowledged record and store none twice (${label})`, {
        tags: ['deadline'],
        timeout: patient(360_000 + strikes * 60_000),
      }, async () => {
        const cluster = theCluster();
        const prefix = uniquePrefix();
        const open = () => {
          const log = openTestKafkaLog(cluster.brokers, prefix);
          onTestFinished(() => log.close());
          return log;
        };
        const [first, second, reader] = [open(), open(), open()];
        await first.ensureStreams();
        const load = startLogLoad([first, second], reader, { stream: 'hub.xp', perSecond: 200 });
        await load.untilAcknowledged();
        for (let partition = 0; partition < strikes; partition += 1) {
          const topic = { prefix, partition };
          const leader = await untilLed(cluster, topic);
          const struck = cluster.nodes.get(leader);
          if (struck === undefined) throw new Error(`no broker ${leader}`);
          await strike(struck, async () => {
            await untilLed(cluster, topic, leader);
            await load.untilAcknowledged();
          });
          await sleep(2_000);
        }
        const { followed } = await load.stop();
        const kept = await readAll(reader, ['hub.xp']);
        expectGapless(kept);
        expectAcknowledged(kept, load.acknowledged);
        expect(placesAndIds(followed)).toEqual(placesAndIds(kept));
        expect(new Set(kept.map(({ partition }) => partition)).size).toBe(12);
        expect(Math.max(0, ...load.refusedAfterMs), inTime).toBeLessThan(deadline(5_000));
        process.stderr.write(
          `${expect.getState().currentTestName}: ${load.acknowledged.length} acknowledged, ${kept.length} kept, ` +
            `${load.refusedAfterMs.length} refused, longest silence ${Math.round(load.longestSilenceMs())} ms\n`,
        );
      });
    });

    // This test comes last, because it leaves a broker down.
    it('keep three copies of each partition of a topic, and acknowledge no record that only one broker has', {
      tags: ['deadline'],
      timeout: patient(480_000),
    }, async () => {
      const cluster = theCluster();
      const prefix = uniquePrefix();
      const log = openTestKafkaLog(cluster.brokers, prefix);
      onTestFinished(() => log.close());
      // The last struck broker may still be starting.
      await retryUntil(() => log.ensureStreams(), {
        withinMs: 120_000,
        everyMs: 1_000,
        mayPass: (error) => error instanceof LogUnavailable,
      });
      const topic = await describeTopic(cluster, prefix);
      expect(topic.partitions.map(({ replicas }) => replicas.length)).toEqual(Array(12).fill(3));
      expect(topic.minInSync).toBe('2');

      const [, second, third] = [...cluster.nodes.values()];
      await log.append([entry('hub.feed', 'a')]);
      await Promise.all([second?.kill(), third?.kill()]);
      const before = performance.now();
      await expect(log.append([entry('hub.feed', 'a')])).rejects.toThrow(LogUnavailable);
      expect(performance.now() - before, inTime).toBeLessThan(deadline(5_000));
      await second?.start();
      await log.append([entry('hub.feed', 'a')], { deadlineMs: 180_000 });
      const look = await describeCluster(testAddress(cluster.brokers, prefix), testRetention);
      expect(judgeReplication({ cluster: look, slots: [], standbys: [] }).detail).toContain(
        `12 partitions of ${prefix}hub.xp lack an in-sync replica`,
      );
    });
  },
);

interface Topic {
  readonly prefix: string;
  readonly partition: number;
}

/** @param except a broker that is not asked */
async function describeTopic({ nodes }: KafkaCluster, prefix: string, except?: number) {
  const asked = [...nodes].flatMap(([id, { brokers }]) => (id === except ? [] : [brokers]));
  const topicName = `${prefix}hub.xp`;
  return withKafkaAdmin(testAddress(asked.join(), ''), async (admin) => {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topicName] });
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: 2, name: topicName, configNames: ['min.insync.replicas'] }],
    });
    return {
      partitions: topics[0]?.partitions ?? [],
      minInSync: resources[0]?.configEntries[0]?.configValue,
    };
  });
}

async function leaderOf(
  cluster: KafkaCluster,
  { prefix, partition }: Topic,
  except?: number,
): Promise<number> {
  const { partitions } = await describeTopic(cluster, prefix, except);
  return partitions.find(({ partitionId }) => partitionId === partition)?.leader ?? -1;
}

/**
 * The asked broker may still be starting.
 * @param except leads no more, and is not asked
 */
async function untilLed(cluster: KafkaCluster, topic: Topic, except?: number): Promise<number> {
  const until = performance.now() + 45_000;
  while (performance.now() < until) {
    const leader = await leaderOf(cluster, topic, except).catch(() => -1);
    if (leader >= 0 && leader !== except) return leader;
    await sleep(500);
  }
  throw new Error(except === undefined ? 'no broker came to lead' : 'no other broker came to lead');
}
