import { partitionOf, type StreamName, streamDefinition, streamNames } from '../events/streams.ts';
import type { EventLog, LogEntry } from './event-log.ts';
import { readToEnd } from './reading/read-to-end.ts';
import { emptyEntry, otherSubjectOfRecordKey, subjectOfRecordKey } from './records/log-entry.ts';

/** The type of the record that erases a subject in a stream. The record has no value. */
export const subjectErased = 'subject-erased';

/** `hub.membership` has its own events for erasures. In `hub.keys` the data keys are destroyed. */
const streamsOfSubjects = streamNames.filter(
  (stream) => stream !== 'hub.membership' && stream !== 'hub.keys',
);

/** Without a tombstone, the last record of a record key would stay for ever. */
const compactedStreams = streamsOfSubjects.filter(
  (stream) => streamDefinition(stream).kept.policy === 'latest',
);

const recordsPerAppend = 1_000;

/**
 * Destroys the data keys of subjects, appends erasures, and deletes the records on compacted
 * streams. May be repeated after a crash.
 */
export async function eraseSubjectsFromLog(log: EventLog, subjects: readonly string[]): Promise<void> {
  // Data keys first: then no sealed value can be read, even if the rest fails.
  await deleteRecordKeys(log, 'hub.keys', subjects);
  const erasures = subjects.flatMap((subject) =>
    streamsOfSubjects.map((stream) =>
      emptyEntry({ stream, partition: partitionOf(stream, subject) }, subject, subjectErased),
    ),
  );
  await appendAll(log, erasures);
  for (const stream of compactedStreams) await deleteRecordKeys(log, stream, subjects);
}

/** Deletes records that were appended to compacted streams after the erasure. */
export async function eraseLateRecords(log: EventLog, subjects: readonly string[]): Promise<void> {
  for (const stream of ['hub.keys', ...compactedStreams] as const) {
    await deleteRecordKeys(log, stream, subjects);
  }
}

async function deleteRecordKeys(
  log: EventLog,
  stream: StreamName,
  subjects: readonly string[],
): Promise<void> {
  await appendAll(log, await tombstonesOf(log, stream, new Set(subjects)));
}

async function appendAll(log: EventLog, entries: readonly LogEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += recordsPerAppend) {
    await log.append(entries.slice(from, from + recordsPerAppend));
  }
}

/** A tombstone for each record key that still has a value. */
async function tombstonesOf(
  log: EventLog,
  stream: StreamName,
  subjects: ReadonlySet<string>,
): Promise<LogEntry[]> {
  const newest = new Map<string, LogEntry>();
  for (const partition of partitionsOf(stream, subjects)) {
    await readToEnd(log, { stream, partition, offset: 0 }, (record) => {
      if (!isAbout(stream, record.key, subjects)) return;
      const { key, type, version, source } = record;
      if (record.value === null) newest.delete(key);
      else newest.set(key, { ...emptyEntry(record, key, type), version, source });
    });
  }
  return [...newest.values()];
}

function isAbout(stream: StreamName, key: string, subjects: ReadonlySet<string>): boolean {
  if (subjects.has(subjectOfRecordKey(key))) return true;
  return stream === 'hub.holdings' && subjects.has(otherSubjectOfRecordKey(key));
}

/** Holdings about an account are also in the partitions of members. */
function partitionsOf(stream: StreamName, subjects: ReadonlySet<string>): Set<number> {
  const { partitions } = streamDefinition(stream);
  if (stream === 'hub.holdings') return new Set(Array.from({ length: partitions }, (_, index) => index));
  return new Set([...subjects].map((subject) => partitionOf(stream, subject)));
}
