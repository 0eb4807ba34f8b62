import kafkajs, { type ISocketFactory } from 'kafkajs';
import type { KafkaBroker } from 'kafkajs/src/adapter-types.js';
import Cluster from 'kafkajs/src/cluster/index.js';
import loggers from 'kafkajs/src/loggers/index.js';
import createSocketFactory from 'kafkajs/src/network/socketFactory.js';
import type { KafkaAddress } from '../../settings/kafka-settings.ts';
import { brokerErrorCode } from './broker-error-code.ts';
import { patchKafkajs } from './patch-kafkajs.ts';

/**
 * One connection to each broker. A broker answers the requests of a connection one after another,
 * so reads that wait at brokers use a separate link.
 */
export interface KafkaLink {
  /** @throws when no broker can be reached */
  leaders(): Promise<LeaderOf>;
  /** @throws when the broker cannot be reached */
  broker(id: number): Promise<KafkaBroker>;
  /**
   * Call this after a failed request. Drops the connection to a broker that did not answer, and
   * reads the leaders again. Never throws.
   */
  recover(id: number | undefined, error: unknown): Promise<void>;
  close(): Promise<void>;
}

/** The id of the leader; undefined without a leader. */
export type LeaderOf = (topic: string, partition: number) => number | undefined;

const connectionTimeoutMs = 1_500;
const requestTimeoutMs = 3_000;
/** Leaves out records of unfinished and aborted transactions. */
export const readCommitted = 1;

export function openKafkaLink(address: KafkaAddress, topics: readonly string[]): KafkaLink {
  patchKafkajs();
  const createSocket = createSocketFactory();
  let opening: Promise<Cluster> | undefined;
  let closed = false;

  /** kafkajs would connect again for requests that still run after `close`. */
  const socketFactory: ISocketFactory = (socket) => {
    if (closed) throw new Error('the link is closed');
    return createSocket(socket);
  };

  async function cluster(): Promise<Cluster> {
    if (closed) throw new Error('the link is closed');
    opening ??= connect(newCluster(address, socketFactory), topics);
    const mine = opening;
    try {
      return await mine;
    } catch (error) {
      drop(mine);
      throw error;
    }
  }

  /** Running requests still get their answers. */
  function drop(old: Promise<Cluster> | undefined): void {
    if (opening === old) opening = undefined;
    old?.then(disconnect).catch(() => {});
  }

  return {
    leaders: async () => {
      const current = await cluster();
      return (topic, partition) => {
        const partitions = current.findTopicPartitionMetadata(topic);
        const found = partitions.find(({ partitionId }) => partitionId === partition);
        return found === undefined || found.leader < 0 ? undefined : found.leader;
      };
    },
    broker: async (id) => (await cluster()).findBroker({ nodeId: String(id) }),
    recover: async (id, error) => {
      const mine = opening;
      try {
        const current = await mine;
        // Without an error code, the broker did not answer.
        if (id !== undefined && brokerErrorCode(error) === undefined) disconnectBroker(current, id);
        await current?.refreshMetadata();
      } catch {
        drop(mine);
      }
    },
    close: async () => {
      closed = true;
      const last = opening;
      opening = undefined;
      await last?.then(disconnect).catch(() => {});
    },
  };
}

/** kafkajs asks the first broker first, which may be frozen. */
export function shuffled(brokers: readonly string[]): string[] {
  return brokers
    .map((broker) => ({ broker, order: Math.random() }))
    .sort((left, right) => left.order - right.order)
    .map(({ broker }) => broker);
}

async function connect(cluster: Cluster, topics: readonly string[]): Promise<Cluster> {
  try {
    await cluster.connect();
    await cluster.addMultipleTargetTopics([...topics]);
    return cluster;
  } catch (error) {
    void disconnect(cluster);
    throw error;
  }
}

async function disconnect(cluster: Cluster): Promise<void> {
  await cluster.disconnect().catch(() => {});
}

/** kafkajs sends requests to a frozen broker until the connection is closed. */
function disconnectBroker(cluster: Cluster | undefined, id: number): void {
  const broker = cluster?.brokerPool.brokers[id];
  if (cluster === undefined || broker === undefined) return;
  cluster.removeBroker(broker.connectionPool);
  void broker.disconnect().catch(() => {});
}

function newCluster({ brokers, ssl, sasl }: KafkaAddress, socketFactory: ISocketFactory): Cluster {
  return new Cluster({
    logger: loggers.createLogger({ level: kafkajs.logLevel.NOTHING, logCreator: () => () => {} }),
    socketFactory,
    brokers: shuffled(brokers),
    ssl,
    sasl: sasl ?? undefined,
    clientId: 'hub',
    connectionTimeout: connectionTimeoutMs,
    authenticationTimeout: 5_000,
    reauthenticationThreshold: 10_000,
    requestTimeout: requestTimeoutMs,
    enforceRequestTimeout: true,
    metadataMaxAge: 5_000,
    maxInFlightRequests: 8,
    isolationLevel: readCommitted,
    allowAutoTopicCreation: false,
    retry: { retries: 1 },
  });
}
