import { openKafkaLogStore } from '../../../test/support/kafka-log-store.ts';
import { describeEventLog } from '../event-log.contract.ts';

describeEventLog('Kafka', () => openKafkaLogStore('127.0.0.1:19092'));
