import type { Breakable } from './breakable.ts';

export interface KafkaBroker extends Breakable {
  /** `host:port`, the same over restarts. */
  readonly brokers: string;
  /** The process id on this machine. */
  pid(): Promise<number>;
  /**
   * Contents of the log files of a partition like `topic-0`, with files that wait to be deleted.
   */
  segments(partition: string): Promise<Buffer[]>;
  /** Ends the broker and removes its files. */
  close(): Promise<void>;
}

/** A restarted broker waits until its last session ended, 9 s by default. */
export const quickComeback = { 'broker.session.timeout.ms': '2000', 'broker.heartbeat.interval.ms': '500' };

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
    // Tests open hundreds of topics with a hundred partitions each.
    'log.cleaner.dedupe.buffer.size': '16777216',
    'log.index.size.max.bytes': '65536',
  };
}
