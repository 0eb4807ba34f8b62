import kafkajs, { type ISocketFactory } from 'kafkajs';
import type { KafkaBroker } from 'kafkajs/src/adapter-types.js';
import Cluster from 'kafkajs/src/cluster/index.js';
import loggers from 'kafkajs/src/loggers/index.js';
import createSocketFactory from 'kafkajs/src/network/socketFactory.js';
import type { KafkaAddress } from '../../settings/kafka-settings.ts';
import { brokerErrorCode } from './broker-error-code.ts';
import { guardKafkajs } from './kafkajs-guards.ts';

/**
 * Connections to the brokers of a cluster, one per broker. A broker answers the requests of a connection one after another,
 * so reads that wait at brokers use a link of their own.
 */
export interface KafkaLink {
  /** The leaders of partitions, as far as is known. @throws when no broker can be reached */
  leaders(): Promise<LeaderOf>;
  /** The broker with this id, connected. @throws when it cannot be reached */
  broker(id: number): Promise<KafkaBroker>;
  /**
   * To be called after a failed request. Drops the connection to a broker that did not answer, and asks for the leaders
   * again, other brokers first if there are any. Requests to other brokers continue. Never throws.
   */
  recover(id: number | undefined, error: unknown): Promise<void>;
  close(): Promise<void>;
}

/** The id of the broker that leads a partition; undefined when there is none now. */
export type LeaderOf = (topic: string, partition: number) => number | undefined;

const connectionTimeoutMs = 1_500;
/** After this a frozen broker counts as not answering. */
const requestTimeoutMs = 3_000;
/** The isolation level that leaves out records of unfinished and aborted transactions. */
export const readCommitted = 1;

export function openKafkaLink(address: KafkaAddress, topics: readonly string[]): KafkaLink {
  guardKafkajs();
  const createSocket = createSocketFactory();
  let opening: Promise<Cluster> | undefined;
  let closed = false;

  /** Refuses once closed, because kafkajs reconnects for requests that were running when its cluster was disconnected. */
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

  /** The next request opens another cluster connection; running requests still get their answers. */
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
        // An error code is an answer; any other error means that the broker did not answer.
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

/** kafkajs asks the first broker first; in random order, a frozen broker delays only some of the connections. */
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

/** Needed because kafkajs's pool keeps asking a frozen broker as long as the connection to it is open. */
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
