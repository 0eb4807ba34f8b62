import kafkajs, { type ISocketFactory } from 'kafkajs';
import type { KafkaBroker } from 'kafkajs/src/adapter-types.js';
import Cluster from 'kafkajs/src/cluster/index.js';
import loggers from 'kafkajs/src/loggers/index.js';
import createSocketFactory from 'kafkajs/src/network/socketFactory.js';
import type { KafkaAddress } from '../../kafka-settings.ts';
import { brokerErrorCode } from './broker-error-code.ts';
import { guardKafkajs } from './kafkajs-guards.ts';

/**
 * Connections to a cluster, one per broker and kind of request: a broker answers the requests of a connection one
 * after another, so whoever waits at brokers has a link of its own.
 */
export interface KafkaLink {
  /** Who leads what, as far as is known. @throws when no broker can be reached */
  leaders(): Promise<LeaderOf>;
  /** Connected. @throws when it cannot be reached */
  broker(id: number): Promise<KafkaBroker>;
  /**
   * After a failed request: a broker that did not answer is left, and who leads what is asked for anew, of the others
   * where there are any. Work at other brokers goes on. Never throws.
   */
  recover(id: number | undefined, error: unknown): Promise<void>;
  close(): Promise<void>;
}

/** The id of the broker that leads a partition; undefined when there is none now. */
export type LeaderOf = (topic: string, partition: number) => number | undefined;

const connectionTimeoutMs = 1_500;
/** A broker that is frozen is given up after this. */
const requestTimeoutMs = 3_000;
/** Fetch only what is committed. */
export const readCommitted = 1;

export function openKafkaLink(address: KafkaAddress, topics: readonly string[]): KafkaLink {
  guardKafkajs();
  const createSocket = createSocketFactory();
  let opening: Promise<Cluster> | undefined;
  let closed = false;

  /** kafkajs connects again to a cluster that it was told to leave: what was under way when the link was closed. */
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

  /** The next request opens another; requests under way still get their answers. */
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
        // What the broker says itself is an answer; anything else is a broker that gave none.
        if (id !== undefined && brokerErrorCode(error) === undefined) leave(current, id);
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

/** kafkajs asks the first one first: in another order each time, a frozen one holds up only some. */
export function shuffled(brokers: readonly string[]): string[] {
  return brokers
    .map((broker) => ({ broker, place: Math.random() }))
    .sort((left, right) => left.place - right.place)
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

/** The pool would go on asking a broker that hangs: to it, a connection that is open is a broker that works. */
function leave(cluster: Cluster | undefined, id: number): void {
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
