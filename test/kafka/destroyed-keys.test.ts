import { randomUUID } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newEvent } from '../../shared/events/event.ts';
import { memberAdded } from '../../shared/events/membership/members.ts';
import { eraseSubjectsFromLog } from '../../shared/log/erase-subjects-from-log.ts';
import type { EventLog } from '../../shared/log/event-log.ts';
import { openKafkaEventLog } from '../../shared/log/kafka/kafka-event-log.ts';
import { openJournal } from '../../shared/log/open-journal.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import type { KafkaBroker } from '../support/kafka/broker.ts';
import { ownKafkaFor, startOwnBroker } from '../support/kafka/kafka.ts';
import { testAddress } from '../support/kafka/log.ts';
import { readAll } from '../support/log/log-records.ts';
import { testRetention } from '../support/log/retention.ts';
import { patient } from '../support/runner/patience.ts';

const kind = await ownKafkaFor('Destroyed keys in the files of a Kafka broker');
const batchHeaderBytes = 61;
const zstd = 4;

/** Decompresses the batches of a file, without a half-written batch at its end. */
function recordsIn(segment: Buffer): Buffer {
  const batches: Buffer[] = [];
  for (let at = 0; at + batchHeaderBytes <= segment.length; ) {
    const past = at + 12 + segment.readInt32BE(at + 8);
    if (past <= at + batchHeaderBytes || past > segment.length) break;
    const records = segment.subarray(at + batchHeaderBytes, past);
    const codec = segment.readInt16BE(at + 21) & 7;
    batches.push(codec === zstd ? zstdDecompressSync(records) : records);
    at = past;
  }
  return Buffer.concat(batches);
}

async function filesHold(broker: KafkaBroker, text: string): Promise<boolean> {
  const segments = await broker.segments('hub.keys-0');
  return segments.some((segment) => recordsIn(segment).includes(text));
}

async function wrappedKeyOf(log: EventLog, subject: string): Promise<string> {
  const records = await readAll(log, ['hub.keys']);
  const value = records.find(({ key }) => key.startsWith(`${subject}/`))?.value;
  return JSON.parse(String(value)).data.wrapped;
}

function member(subject: string) {
  const data = { member_id: randomUUID(), name: subject, chat_id: null, time_zone: 'UTC' };
  return newEvent(memberAdded, { subject, source: 'hub' }, data);
}

describe.skipIf(kind === null)('a key that was destroyed', () => {
  it('disappears from the files of the broker, also when no other record is appended', {
    timeout: patient(360_000),
  }, async () => {
    const broker = await startOwnBroker(kind, { 'log.segment.delete.delay.ms': '100' });
    const log = openKafkaEventLog({
      address: testAddress(broker.brokers, ''),
      retention: testRetention,
      logger: createLogger({ name: 'tests', level: 'silent' }),
      compactionLagMs: 1_000,
    });
    onTestFinished(() => log.close());
    await log.ensureStreams();
    const journal = await openJournal({ log, hubSecret: Buffer.alloc(32, 1) });
    await journal.append([member('quill'), member('lynx')]);
    const [erased, kept] = [await wrappedKeyOf(log, 'quill'), await wrappedKeyOf(log, 'lynx')];
    expect(await filesHold(broker, erased)).toBe(true);

    await eraseSubjectsFromLog(log, ['quill']);
    await expect
      .poll(
        async () => {
          await log.maintain();
          return filesHold(broker, erased);
        },
        { timeout: 180_000, interval: 500 },
      )
      .toBe(false);
    expect(await filesHold(broker, kept)).toBe(true);
    const decoded = await journal.decode(await readAll(log, ['hub.membership']));
    expect(decoded.map(({ kind: what }) => what).sort()).toEqual(['event', 'skipped']);
  });
});
