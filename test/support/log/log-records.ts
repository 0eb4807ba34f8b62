import { expect } from 'vitest';
import { partitionName, type StreamName, streamDefinition } from '../../../shared/events/streams.ts';
import type { EventLog, LogEntry, LogRecord, Position, ReadPosition } from '../../../shared/log/event-log.ts';
import { entry } from './log-entries.ts';

/** Partition by partition. */
export async function readAll(log: EventLog, streams: readonly StreamName[]): Promise<LogRecord[]> {
  const records: LogRecord[] = [];
  for (const stream of streams) {
    for (let partition = 0; partition < streamDefinition(stream).partitions; partition += 1) {
      records.push(...(await readFrom(log, { stream, partition, offset: 0 })));
    }
  }
  return records;
}

/** From an offset to the end of its partition. */
export async function readFrom(log: EventLog, place: ReadPosition, maxRecords = 500): Promise<LogRecord[]> {
  const records: LogRecord[] = [];
  for (;;) {
    const offset = (records.at(-1)?.offset ?? place.offset - 1) + 1;
    const [page] = await log.read([{ ...place, offset }], { maxRecords, waitMs: 0 });
    expect(page?.records.length).toBeLessThanOrEqual(maxRecords);
    records.push(...(page?.records ?? []));
    if (page === undefined || page.reachedEnd) return records;
  }
}

/** Offsets of each partition count up from 0, and its times never fall. */
export function expectGapless(records: readonly LogRecord[]): void {
  for (const partition of byPartition(records).values()) {
    expect(partition.map((record) => record.offset)).toEqual(partition.map((_, index) => index));
    const times = partition.map((record) => record.appendTime);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
  }
}

export interface Acknowledged {
  readonly entry: LogEntry;
  readonly position: Position;
}

export function acknowledgements(
  entries: readonly LogEntry[],
  positions: readonly Position[],
): Acknowledged[] {
  return positions.map((position, index) => ({ entry: entries[index] ?? entry('hub.feed', '?'), position }));
}

/** Expects each acknowledged entry once, at its acknowledged position. */
export function expectAcknowledged(
  records: readonly LogRecord[],
  acknowledged: readonly Acknowledged[],
): void {
  const placeOfId = new Map(records.map((record) => [record.recordId, positionText(record)]));
  expect(placeOfId.size).toBe(records.length);
  const found = acknowledged.map(({ entry: { recordId } }) => placeOfId.get(recordId));
  expect(found).toEqual(acknowledged.map(({ position }) => positionText(position)));
}

/** A partition has all records of an append, next to each other, or no record. */
export function expectAllOrNothing(records: readonly LogRecord[], sent: readonly LogEntry[]): void {
  const kept = new Map(records.map((record) => [record.recordId, record.offset]));
  for (const entries of byPartition(sent).values()) {
    const offsets = entries.flatMap(({ recordId }) => kept.get(recordId) ?? []);
    const [first] = offsets;
    if (first !== undefined) expect(offsets).toEqual(entries.map((_, index) => first + index));
  }
}

/** Two readers of the same log get the same lines. */
export function placesAndIds(records: readonly LogRecord[]): string[] {
  return [...byPartition(records)]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, partition]) => partition.map((record) => `${positionText(record)} ${record.recordId}`));
}

function byPartition<Entry extends { readonly stream: StreamName; readonly partition: number }>(
  entries: readonly Entry[],
): Map<string, Entry[]> {
  return Map.groupBy(entries, partitionName);
}

function positionText(position: Position): string {
  return `${partitionName(position)}/${position.offset} ${position.appendTime}`;
}
