import { randomUUID } from 'node:crypto';
import { partitionOf, type StreamName, streamDefinition, streamNames } from '../events/streams.ts';
import type { EventLog, LogEntry } from './event-log.ts';
import { readToEnd } from './reading/read-to-end.ts';
import { subjectOf } from './records/log-entry.ts';

/**
 * The type of the record that ends a subject in a stream. It has no value. A projection of the stream deletes its rows about
 * the subject when it meets the record, and skips later records of the subject.
 */
export const subjectErased = 'subject-erased';

/** `hub.membership` has its own events for erasures, and in `hub.keys` the keys are destroyed. */
const streamsOfSubjects = streamNames.filter(
  (stream) => stream !== 'hub.membership' && stream !== 'hub.keys',
);

const recordsPerAppend = 1_000;

/**
 * Makes everything in the log about subjects unreadable for good: it destroys their data keys, ends them in each stream, and
 * deletes their keys on compacted streams. It may be repeated, for example after a crash half-way.
 */
export async function endSubjects(log: EventLog, subjects: readonly string[]): Promise<void> {
  // The keys first, so that nothing can be read any more even if the rest fails.
  await deleteKeys(log, 'hub.keys', subjects);
  const marks = subjects.flatMap((subject) => streamsOfSubjects.map((stream) => markOf(stream, subject)));
  await appendAll(log, marks);
  await deleteKeys(log, 'hub.state', subjects);
}

/** Deletes what was appended to compacted streams after their subjects were ended, which it does not end again. */
export async function deleteLateKeys(log: EventLog, subjects: readonly string[]): Promise<void> {
  for (const stream of ['hub.keys', 'hub.state'] as const) await deleteKeys(log, stream, subjects);
}

async function deleteKeys(log: EventLog, stream: StreamName, subjects: readonly string[]): Promise<void> {
  await appendAll(log, await tombstonesOf(log, stream, new Set(subjects)));
}

async function appendAll(log: EventLog, entries: readonly LogEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += recordsPerAppend) {
    await log.append(entries.slice(from, from + recordsPerAppend));
  }
}

function markOf(stream: StreamName, subject: string): LogEntry {
  return {
    stream,
    partition: partitionOf(stream, subject),
    key: subject,
    recordId: randomUUID(),
    type: subjectErased,
    version: 1,
    source: 'hub',
    value: null,
    keyId: null,
  };
}

/** A tombstone for each key of the subjects that still has a value. */
async function tombstonesOf(
  log: EventLog,
  stream: StreamName,
  subjects: ReadonlySet<string>,
): Promise<LogEntry[]> {
  const newest = new Map<string, LogEntry>();
  for (const partition of partitionsOf(stream, subjects)) {
    await readToEnd(log, { stream, partition, offset: 0 }, (record) => {
      if (!subjects.has(subjectOf(record.key))) return;
      const { key, type, version, source } = record;
      const tombstone = { stream, partition, key, type, version, source, value: null, keyId: null };
      if (record.value === null) newest.delete(key);
      else newest.set(key, { ...tombstone, recordId: randomUUID() });
    });
  }
  return [...newest.values()];
}

function partitionsOf(stream: StreamName, subjects: ReadonlySet<string>): Set<number> {
  const { partitions } = streamDefinition(stream);
  return new Set(partitions === 1 ? [0] : [...subjects].map((subject) => partitionOf(stream, subject)));
}
