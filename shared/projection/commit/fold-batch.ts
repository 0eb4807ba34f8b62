import { messageOf } from '../../errors.ts';
import type { RecordedEvent } from '../../events/event.ts';
import type { Projection } from '../projection.ts';
import type { BatchRecord } from './batch.ts';

/** The result of folding a batch: the states to write and the records to park. */
export interface Folded {
  readonly changed: ReadonlyMap<string, unknown>;
  readonly parked: readonly ParkedRecord[];
}

export interface ParkedRecord {
  readonly record: BatchRecord;
  readonly reason: string;
  /** It waits because an earlier record of its subject is parked. */
  readonly behind: boolean;
}

/** Folds a batch in memory, in its order. Pure: `states` holds what is stored, and is not changed. */
export function foldBatch(
  projection: Projection,
  batch: readonly BatchRecord[],
  states: ReadonlyMap<string, unknown>,
): Folded {
  const changed = new Map<string, unknown>();
  const parked: ParkedRecord[] = [];
  const parkedHere = new Set<string>();

  function stateOf(key: string): unknown {
    if (changed.has(key)) return changed.get(key);
    return states.has(key) ? states.get(key) : projection.initial(key);
  }

  function fold(event: RecordedEvent): void {
    const key = projection.keyOf(event);
    const before = stateOf(key);
    const after = projection.evolve(before, event);
    if (after !== before) changed.set(key, after);
  }

  function park(record: BatchRecord, reason: string, behind: boolean): void {
    parked.push({ record, reason, behind });
    parkedHere.add(subjectKey(record));
  }

  for (const record of batch) {
    if (record.event === null && record.refusal === null) continue;
    const waits = waitsBehind(projection, record) || parkedHere.has(subjectKey(record));
    if (waits && projection.parks === 'subject') park(record, 'waits behind a parked record', true);
    else if (record.refusal !== null) park(record, record.refusal, false);
    else if (record.event !== null) {
      try {
        fold(record.event);
      } catch (error) {
        park(record, messageOf(error), false);
      }
    }
  }
  return { changed, parked };
}

/** The events of a batch that will be folded, for which states have to be loaded. */
export function eventsToFold(projection: Projection, batch: readonly BatchRecord[]): RecordedEvent[] {
  return batch.flatMap((record) =>
    record.event === null || record.refusal !== null || waitsBehind(projection, record) ? [] : [record.event],
  );
}

function waitsBehind(projection: Projection, { lease, subject }: BatchRecord): boolean {
  return projection.parks === 'subject' && lease.parkedSubjects.has(subject);
}

/** Without the partition, because all records of a subject in a stream are in one. */
function subjectKey({ lease, subject }: BatchRecord): string {
  return `${lease.stream} ${subject}`;
}
