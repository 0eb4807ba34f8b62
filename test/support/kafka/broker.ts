import type { Breakable } from './breakable.ts';

/** A Kafka broker that a test may do anything to. */
export interface KafkaBroker extends Breakable {
  /** `host:port`, the same over restarts. */
  readonly brokers: string;
  /** Of its process on this machine. */
  pid(): Promise<number>;
  /** What is in the files of a partition, as `topic-0`, that hold records; those that wait to be deleted are among them. */
  segments(partition: string): Promise<Buffer[]>;
  /** Ends it and removes what it left. */
  close(): Promise<void>;
}

/**
 * For a broker that is killed: it comes back once its last session ended, 9 s by default. One that serves many tests on
 * a busy machine would be fenced by it again and again.
 */
export const quickComeback = { 'broker.session.timeout.ms': '2000', 'broker.heartbeat.interval.ms': '500' };

/** Properties of a single node that serves tests. */
export function singleNode(port: number): Record<string, string> {
  return {
    'node.id': '1',
    'process.roles': 'broker,controller',
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'offsets.topic.replication.factor': '1',
    'auto.create.topics.enable': 'false',
    'log.cleaner.backoff.ms': '200',
    // Hundreds of test topics, each of a hundred partitions.
    'log.cleaner.dedupe.buffer.size': '16777216',
    'log.index.size.max.bytes': '65536',
  };
}
