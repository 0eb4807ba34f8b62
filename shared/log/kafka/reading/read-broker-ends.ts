import type { KafkaBroker } from 'kafkajs/src/adapter-types.js';
import type { Partition, StreamName } from '../../../events/streams.ts';
import type { PartitionEnds } from '../../event-log.ts';
import { readCommitted } from '../kafka-link.ts';

const earliest = '-2';
const latest = '-1';

/** The ends in the order given. The broker must lead the partitions. */
export async function readEnds(
  broker: KafkaBroker,
  partitions: readonly Partition[],
  topicOf: (stream: StreamName) => string,
): Promise<PartitionEnds[]> {
  const byTopic = Map.groupBy(partitions, ({ stream }) => topicOf(stream));

  async function offsetsAt(timestamp: string): Promise<Map<string, number>> {
    const { responses } = await broker.listOffsets({
      isolationLevel: readCommitted,
      topics: [...byTopic].map(([topic, group]) => ({
        topic,
        partitions: group.map(({ partition }) => ({ partition, timestamp })),
      })),
    });
    return new Map(
      responses.flatMap(({ topic, partitions: found }) =>
        found.map(({ partition, offset }) => [`${topic}/${partition}`, Number(offset)] as const),
      ),
    );
  }

  const [starts, ends] = await Promise.all([offsetsAt(earliest), offsetsAt(latest)]);
  return partitions.map(({ stream, partition }) => {
    const name = `${topicOf(stream)}/${partition}`;
    const [start, end] = [starts.get(name), ends.get(name)];
    if (start === undefined || end === undefined) throw new Error(`no ends of ${name} in the answer`);
    return { stream, partition, start, end };
  });
}
