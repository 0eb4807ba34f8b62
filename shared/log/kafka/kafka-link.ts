import kafkajs, { type SASLOptions } from 'kafkajs';
import type { KafkaBroker } from 'kafkajs/src/adapter-types.js';
import Cluster from 'kafkajs/src/cluster/index.js';
import loggers from 'kafkajs/src/loggers/index.js';
import createSocketFactory from 'kafkajs/src/network/socketFactory.js';
import { guardKafkajs } from './kafkajs-guards.ts';

export interface KafkaAddress {
  /** `host:port` of some brokers; the others are found through them. */
  readonly brokers: readonly string[];
  readonly ssl: boolean;
  readonly sasl: SASLOptions | null;
}

/** Connections to a cluster, one per broker: requests on one connection are answered in order, one after another. */
export interface KafkaLink {
  /** The broker that leads a partition now, connected. @throws when there is none, or it cannot be reached */
  leaderOf(topic: string, partition: number): Promise<Leader>;
  controller(): Promise<KafkaBroker>;
  /** Forgets connections and metadata: after any failure, whoever leads now is asked for anew. */
  reset(): void;
  close(): Promise<void>;
}

export interface Leader {
  readonly nodeId: number;
  readonly broker: KafkaBroker;
}

const connectionTimeoutMs = 1_500;
/** A broker that is frozen is given up after this; its partitions have another leader by the third time or so. */
const requestTimeoutMs = 3_000;
const metadataMaxAgeMs = 5_000;
/** Fetch only what is committed. */
export const readCommitted = 1;

export function openKafkaLink(address: KafkaAddress, topics: readonly string[]): KafkaLink {
  guardKafkajs();
  let opening: Promise<Cluster> | undefined;

  async function connect(): Promise<Cluster> {
    const cluster = newCluster(address);
    try {
      await cluster.connect();
      await cluster.addMultipleTargetTopics([...topics]);
      return cluster;
    } catch (error) {
      void cluster.disconnect().catch(() => {});
      throw error;
    }
  }

  async function cluster(): Promise<Cluster> {
    opening ??= connect();
    const mine = opening;
    try {
      return await mine;
    } catch (error) {
      if (opening === mine) opening = undefined;
      throw error;
    }
  }

  function reset(): void {
    // Requests under way fail; whoever made them tries again over new connections.
    opening?.then((old) => old.disconnect()).catch(() => {});
    opening = undefined;
  }

  return {
    leaderOf: async (topic, partition) => {
      const current = await cluster();
      const found = current
        .findTopicPartitionMetadata(topic)
        .find(({ partitionId }) => partitionId === partition);
      if (found === undefined || found.leader < 0) {
        throw new Error(`partition ${partition} of ${topic} has no leader now`);
      }
      return { nodeId: found.leader, broker: await current.findBroker({ nodeId: String(found.leader) }) };
    },
    controller: async () => (await cluster()).findControllerBroker(),
    reset,
    close: async () => {
      await opening?.then((old) => old.disconnect()).catch(() => {});
      opening = undefined;
    },
  };
}

function newCluster({ brokers, ssl, sasl }: KafkaAddress): Cluster {
  return new Cluster({
    logger: loggers.createLogger({ level: kafkajs.logLevel.NOTHING, logCreator: () => () => {} }),
    socketFactory: createSocketFactory(),
    brokers: [...brokers],
    ssl,
    sasl: sasl ?? undefined,
    clientId: 'hub',
    connectionTimeout: connectionTimeoutMs,
    authenticationTimeout: 5_000,
    reauthenticationThreshold: 10_000,
    requestTimeout: requestTimeoutMs,
    enforceRequestTimeout: true,
    metadataMaxAge: metadataMaxAgeMs,
    maxInFlightRequests: 8,
    isolationLevel: readCommitted,
    allowAutoTopicCreation: false,
    retry: { retries: 1 },
  });
}
