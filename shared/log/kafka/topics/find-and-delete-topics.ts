import { pollUntil } from '../../../async/waiting.ts';
import { LogUnavailable } from '../../../errors/errors.ts';
import { type StreamName, streamNames } from '../../../events/streams.ts';
import type { KafkaAddress } from '../../../settings/kafka-settings.ts';
import { withKafkaAdmin } from '../kafka-admin.ts';
import { topicName } from './topic-settings.ts';

const goneWithinMs = 30_000;
const checkEveryMs = 200;

/** The streams whose topics have been written to. @throws as `withKafkaAdmin` */
export async function findUsedTopics(address: KafkaAddress): Promise<StreamName[]> {
  return withKafkaAdmin(address, async (admin) => {
    const existing = new Set(await admin.listTopics());
    const used: StreamName[] = [];
    for (const stream of streamNames) {
      const topic = topicName(address, stream);
      if (!existing.has(topic)) continue;
      const ends = await admin.fetchTopicOffsets(topic);
      if (ends.some(({ high }) => Number(high) > 0)) used.push(stream);
    }
    return used;
  });
}

/**
 * Waits until the topics are gone. Skips topics that do not exist.
 * @throws LogUnavailable when that takes over 30 s
 */
export async function deleteTopics(address: KafkaAddress, streams: readonly StreamName[]): Promise<void> {
  if (streams.length === 0) return;
  await withKafkaAdmin(address, async (admin) => {
    const found = new Set(await admin.listTopics());
    const topics = streams.map((stream) => topicName(address, stream)).filter((topic) => found.has(topic));
    if (topics.length === 0) return;
    await admin.deleteTopics({ topics });
    const areGone = async () => {
      const existing = new Set(await admin.listTopics());
      return topics.some((topic) => existing.has(topic)) ? null : true;
    };
    const gone = await pollUntil(areGone, { withinMs: goneWithinMs, everyMs: checkEveryMs });
    if (gone === null) throw new LogUnavailable('Kafka does not delete topics');
  });
}
