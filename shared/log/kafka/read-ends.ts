import type { PartitionEnds } from '../event-log.ts';
import type { KafkaLink } from './kafka-link.ts';
import { readCommitted } from './kafka-link.ts';

export interface TopicPlace extends Pick<PartitionEnds, 'stream' | 'partition'> {
  readonly topic: string;
}

const earliest = '-2';
const latest = '-1';

/** First kept and next offset of the given partitions, in their order. */
export async function readEnds(link: KafkaLink, places: readonly TopicPlace[]): Promise<PartitionEnds[]> {
  return Promise.all(
    places.map(async ({ topic, stream, partition }) => {
      const { broker } = await link.leaderOf(topic, partition);
      const offsetAt = async (timestamp: string) => {
        const { responses } = await broker.listOffsets({
          isolationLevel: readCommitted,
          topics: [{ topic, partitions: [{ partition, timestamp }] }],
        });
        return Number(responses[0]?.partitions[0]?.offset);
      };
      const [start, end] = await Promise.all([offsetAt(earliest), offsetAt(latest)]);
      return { stream, partition, start, end };
    }),
  );
}
