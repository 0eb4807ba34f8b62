import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { EventLog, LogEntry, LogRecord } from '../../../shared/log/event-log.ts';
import { readFrom } from '../log/log-records.ts';
import { uniquePrefix } from './kafka.ts';
import { deleteTopics, openTestKafkaLog } from './log.ts';

/** Each test has its own partitions. Creating a hundred topics takes a busy broker seconds. */
export interface SharedTopics {
  readonly prefix: string;
  readonly log: EventLog;
  nextPartition(): TestPartition;
}

export interface TestPartition {
  readonly stream: 'hub.xp';
  readonly partition: number;
  entry(): LogEntry;
  entries(count: number): LogEntry[];
  read(): Promise<LogRecord[]>;
}

export function shareTopics(brokers: string): SharedTopics {
  const prefix = uniquePrefix();
  const log = openTestKafkaLog(brokers, prefix);
  let used = 0;
  beforeAll(() => log.ensureStreams());
  afterAll(async () => {
    await log.close();
    await deleteTopics(brokers, prefix);
  });
  return {
    prefix,
    log,
    nextPartition: () => {
      const place = { stream: 'hub.xp', partition: used } as const;
      used += 1;
      const entry = (): LogEntry => ({
        ...place,
        key: 'a',
        recordId: randomUUID(),
        type: 'tested',
        version: 1,
        source: 'hub',
        value: Buffer.from('{}'),
        keyId: null,
      });
      return {
        ...place,
        entry,
        entries: (count) => Array.from({ length: count }, entry),
        read: () => readFrom(log, { ...place, offset: 0 }),
      };
    },
  };
}
