import { retryUntil } from '../../../async/waiting.ts';
import { LogUnavailable } from '../../../errors/errors.ts';
import { type Partition, partitionName, type StreamName } from '../../../events/streams.ts';
import type { PartitionEnds as Ends } from '../../event-log.ts';
import type { KafkaLink } from '../kafka-link.ts';
import { readEnds } from './read-broker-ends.ts';

export interface EndsReader {
  /**
   * The ends in the order given.
   * @throws LogUnavailable when not all can be read within `withinMs`, by default 2 s
   */
  read(partitions: readonly Partition[], withinMs?: number): Promise<readonly Ends[]>;
  close(): Promise<void>;
}

const retryEveryMs = 150;
const withinDefaultMs = 2_000;

export function createEndsReader(link: KafkaLink, topicOf: (stream: StreamName) => string): EndsReader {
  async function readFrom(leader: number | undefined, led: readonly Partition[]): Promise<Ends[]> {
    try {
      if (leader === undefined) throw new Error('partitions have no leader now');
      return await readEnds(await link.broker(leader), led, topicOf);
    } catch (error) {
      await link.recover(leader, error);
      throw error;
    }
  }

  async function readOnce(partitions: readonly Partition[]): Promise<Ends[]> {
    const leaderOf = await link.leaders();
    const byLeader = Map.groupBy(partitions, ({ stream, partition }) => leaderOf(topicOf(stream), partition));
    const found = await Promise.all([...byLeader].map(([leader, led]) => readFrom(leader, led)));
    const byPlace = new Map(found.flat().map((ends) => [partitionName(ends), ends]));
    return partitions.flatMap((partition) => byPlace.get(partitionName(partition)) ?? []);
  }

  return {
    read: (partitions, withinMs = withinDefaultMs) =>
      retryUntil(() => readOnce(partitions), { withinMs, everyMs: retryEveryMs }).catch((error: unknown) => {
        throw new LogUnavailable('the ends of the log could not be read', { cause: error });
      }),
    close: link.close,
  };
}
