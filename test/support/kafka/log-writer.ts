import { appendForever } from '../log/append-forever.ts';
import { openTestKafkaLog } from './log.ts';

/**
 * A process that appends to `hub.activity` until it is killed; writes the id of each acknowledged
 * record to stdout.
 */
const [, , brokers = '', prefix = ''] = process.argv;
const log = openTestKafkaLog(brokers, prefix);

await appendForever(log);
