import { appendForever } from '../log/append-forever.ts';
import { openTestKafkaLog } from './log.ts';

const [, , brokers = '', prefix = ''] = process.argv;
const log = openTestKafkaLog(brokers, prefix);

await appendForever(log);
