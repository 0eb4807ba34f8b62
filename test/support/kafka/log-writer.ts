import { entriesOf } from '../log/log-entries.ts';
import { openTestKafkaLog } from './log.ts';

/** A process that appends to `hub.activity` until it is killed; writes the id of each acknowledged record to stdout. */
const [, , brokers = '', prefix = ''] = process.argv;
const log = openTestKafkaLog(brokers, prefix);

async function appendForever(subject: string): Promise<never> {
  for (;;) {
    const entries = entriesOf('hub.activity', subject, 3);
    await log.append(entries);
    process.stdout.write(entries.map((entry) => `${entry.recordId}\n`).join(''));
  }
}

await Promise.all(['a', 'b', 'c', 'd'].map(appendForever));
