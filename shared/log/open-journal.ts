import { within } from '../async/waiting.ts';
import { LogUnavailable } from '../errors/errors.ts';
import { definitionOf } from '../events/catalogue.ts';
import type { NewEvent } from '../events/event.ts';
import { streamDefinition } from '../events/streams.ts';
import { upcast } from '../events/upcast.ts';
import { releaseBuffer } from '../runtime/release-buffer.ts';
import {
  appendDeadlineDefaultMs,
  type EventLog,
  type LogEntry,
  type LogRecord,
  type Position,
} from './event-log.ts';
import type { DecodedRecord, Journal, TimedEvent } from './journal.ts';
import { decodeEventValue, encodeEventValue } from './records/event-value.ts';
import { logEntry, subjectOfRecordKey } from './records/log-entry.ts';
import { checkSecretFingerprint } from './sealing/check-secret-fingerprint.ts';
import { type DataKeys, openDataKeys } from './sealing/data-keys.ts';
import { type DataKey, openValue, sealValue } from './sealing/sealing.ts';

export interface JournalOptions {
  readonly log: EventLog;
  /** 32 bytes. */
  readonly hubSecret: Buffer;
}

/** Limits the memory of an import, and how long an import holds locks. */
const importRecords = 2_000;

/**
 * Opens the journal of a log whose streams exist.
 * @throws OperatorError when the log was created with another secret
 */
export async function openJournal({ log, hubSecret }: JournalOptions): Promise<Journal> {
  await checkSecretFingerprint(log, hubSecret);
  const dataKeys = openDataKeys({ log, hubSecret });

  return {
    log,
    append: async (events, { deadlineMs = appendDeadlineDefaultMs } = {}) => {
      const until = performance.now() + deadlineMs;
      const entries = await within(deadlineMs, encode(dataKeys, events), () => {
        throw new LogUnavailable(`no data key within ${Math.round(deadlineMs)} ms`);
      });
      return log.append(entries, { deadlineMs: Math.max(until - performance.now(), 1) });
    },
    import: async (events) => {
      const positions: Position[] = [];
      for (let from = 0; from < events.length; from += importRecords) {
        positions.push(...(await importChunk(log, dataKeys, events.slice(from, from + importRecords))));
      }
      return positions;
    },
    decode: async (records) => {
      const keys = await dataKeys.openingKeys(keyIdsOf(records));
      return records.map((record) => decode(record, keys));
    },
  };
}

async function importChunk(
  log: EventLog,
  dataKeys: DataKeys,
  events: readonly TimedEvent[],
): Promise<readonly Position[]> {
  const entries = await encode(dataKeys, events);
  return log.import(
    entries.map((entry, index) => ({ ...entry, appendTime: events[index]?.appendTime ?? 0 })),
  );
}

async function encode(dataKeys: DataKeys, events: readonly NewEvent[]): Promise<LogEntry[]> {
  const subjects = events.filter(isSealed).map((event) => event.subject);
  const keys = subjects.length > 0 ? await dataKeys.sealingKeys(subjects) : new Map<string, DataKey>();
  return events.map((event) => {
    const value = encodeEventValue(event);
    if (!isSealed(event)) return logEntry(event, value, null);
    const key = keys.get(event.subject);
    if (key === undefined) throw new Error('a sealed event has no data key');
    const sealed = sealValue(key, event, value);
    releaseBuffer(value);
    return logEntry(event, sealed, key.id);
  });
}

function isSealed({ stream }: { readonly stream: NewEvent['stream'] }): boolean {
  return streamDefinition(stream).sealed;
}

function keyIdsOf(records: readonly LogRecord[]): Set<string> {
  const ids = new Set<string>();
  for (const { keyId, value } of records) if (keyId !== null && value !== null) ids.add(keyId);
  return ids;
}

function decode(record: LogRecord, keys: ReadonlyMap<string, DataKey | Error>): DecodedRecord {
  if (record.value === null) return { kind: 'skipped', why: 'no-value' };
  if (definitionOf(record.type) === undefined) return { kind: 'skipped', why: 'unknown-type' };
  try {
    const plain = isSealed(record) ? open(record, record.value, keys) : record.value;
    if (plain === null) return { kind: 'skipped', why: 'key-destroyed' };
    return { kind: 'event', event: toEvent(record, plain) };
  } catch (error) {
    return { kind: 'unreadable', error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Null when the data key was destroyed. */
function open(record: LogRecord, sealed: Buffer, keys: ReadonlyMap<string, DataKey | Error>): Buffer | null {
  if (record.keyId === null) throw new Error('a sealed record names no data key');
  const key = keys.get(record.keyId);
  if (key === undefined) return null;
  if (key instanceof Error) throw key;
  return openValue(key, record, sealed);
}

type DecodedEvent = Extract<DecodedRecord, { kind: 'event' }>['event'];

function toEvent(record: LogRecord, plain: Buffer): DecodedEvent {
  const value = decodeEventValue(record.stream, plain);
  if (value.type !== record.type) throw new Error(`a record of type ${record.type} holds a ${value.type}`);
  const current = upcast(value.type, value.version, value.data);
  if (current === null) throw new Error(`${value.type} is in no catalogue`);
  return {
    stream: record.stream,
    partition: record.partition,
    offset: record.offset,
    type: current.type,
    recordId: record.recordId,
    subject: subjectOfRecordKey(record.key),
    source: record.source,
    data: current.data,
  };
}
