import { randomUUID } from 'node:crypto';
import { partitionOf, type StreamName, streamDefinition, streamNames } from '../events/streams.ts';
import type { EventLog, LogEntry } from './event-log.ts';
import { subjectOf } from './log-entry.ts';
import { readToEnd } from './read-to-end.ts';

/**
 * The type of the record that ends a subject in a stream. It has no value: whoever projects the stream deletes what it
 * made of the subject, and leaves out what straggles in behind.
 */
export const subjectErased = 'subject-erased';

/** Membership says what was erased in events of its own; `hub.keys` by what is destroyed there. */
const streamsOfSubjects = streamNames.filter(
  (stream) => stream !== 'hub.membership' && stream !== 'hub.keys',
);

const recordsPerAppend = 1_000;

/**
 * Makes what the log holds of subjects unreadable, for good: destroys their data keys, deletes their keys on streams
 * that keep the latest, and ends them in each stream. May be done again, as after a crash half-way.
 */
export async function endSubjects(log: EventLog, subjects: readonly string[]): Promise<void> {
  const ended = new Set(subjects);
  // First, so that nothing can be read any more whatever becomes of the rest.
  await appendAll(log, await tombstonesOf(log, 'hub.keys', ended));
  const marks = subjects.flatMap((subject) => streamsOfSubjects.map((stream) => markOf(stream, subject)));
  await appendAll(log, marks);
  await appendAll(log, await tombstonesOf(log, 'hub.state', ended));
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

/** A record without a value for each key of the subjects that still has one. */
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
