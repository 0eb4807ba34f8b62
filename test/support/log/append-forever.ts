import type { EventLog } from '../../../shared/log/event-log.ts';
import { entriesOf } from './log-entries.ts';

/** Four writers append to `hub.activity`, and print the id of each acknowledged record. */
export async function appendForever(log: EventLog): Promise<void> {
  async function write(subject: string): Promise<never> {
    for (;;) {
      const entries = entriesOf('hub.activity', subject, 3);
      await log.append(entries);
      process.stdout.write(entries.map((entry) => `${entry.recordId}\n`).join(''));
    }
  }
  await Promise.all(['a', 'b', 'c', 'd'].map(write));
}
