import type { LogStore } from '../../../shared/log/event-log.contract.ts';
import type { EventLog } from '../../../shared/log/event-log.ts';
import { atEnd } from '../at-end.ts';
import { startLogWriter } from '../log/start-log-writer.ts';
import { uniquePrefix } from './kafka.ts';
import { deleteTopics, openTestKafkaLog } from './log.ts';

const writer = new URL('log-writer.ts', import.meta.url);

/** Each `open` has its own connections, as another process has. */
export async function openKafkaLogStore(brokers: string): Promise<LogStore> {
  const prefix = uniquePrefix();
  atEnd(() => deleteTopics(brokers, prefix));

  function open(): EventLog {
    const log = openTestKafkaLog(brokers, prefix);
    atEnd(() => log.close());
    return log;
  }

  await open().ensureStreams();
  return {
    open,
    // Here, only other processes come and go.
    disturbWriters: async () => {
      const log = openTestKafkaLog(brokers, prefix);
      await log.ends(['hub.feed']);
      await log.close();
    },
    startWriter: (onAcknowledged) => startLogWriter(writer, [brokers, prefix], onAcknowledged),
  };
}
