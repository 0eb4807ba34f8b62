import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LogStore, WriterProcess } from '../../../shared/log/event-log.contract.ts';
import type { EventLog } from '../../../shared/log/event-log.ts';
import { uniquePrefix } from './kafka.ts';
import { deleteTopics, openTestKafkaLog } from './log.ts';

/** A log store of topics of its own; each `open` has connections of its own, as another process has. */
export async function openKafkaLogStore(brokers: string): Promise<LogStore> {
  const prefix = uniquePrefix();
  const opened: EventLog[] = [];

  function open(): EventLog {
    const log = openTestKafkaLog(brokers, prefix);
    opened.push(log);
    return log;
  }

  await open().ensureStreams();
  return {
    open,
    // The faults of brokers and networks are a campaign of their own; here other processes come and go.
    disturbWriters: async () => {
      const log = openTestKafkaLog(brokers, prefix);
      await log.ends(['hub.feed']);
      await log.close();
    },
    startWriter: (onAcknowledged) => startWriter(brokers, prefix, onAcknowledged),
    close: async () => {
      for (const log of opened) await log.close();
      await deleteTopics(brokers, prefix);
    },
  };
}

function startWriter(
  brokers: string,
  prefix: string,
  onAcknowledged: (recordId: string) => void,
): WriterProcess {
  const script = fileURLToPath(new URL('log-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, brokers, prefix], { stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface({ input: child.stdout }).on('line', onAcknowledged);
  const gone = once(child, 'close');
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
