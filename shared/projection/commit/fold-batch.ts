import { messageOf } from '../../errors/errors.ts';
import type { RecordedEvent } from '../../events/event.ts';
import type { Projection } from '../projection.ts';
import type { BatchRecord } from './batch.ts';

export interface Folded {
  readonly changed: ReadonlyMap<string, unknown>;
  readonly parked: readonly ParkedRecord[];
}

export interface ParkedRecord {
  readonly record: BatchRecord;
  readonly reason: string;
  /** The record waits because an earlier record of its subject is parked. */
  readonly behind: boolean;
}

export interface Folding {
  /** Loaded or folded, by key. */
  readonly states: ReadonlyMap<string, unknown>;
  /**
   * Folds the next page. `loaded` builds on `states`, and its states replace the states of the same
   * keys.
   */
  fold(page: readonly BatchRecord[], loaded: ReadonlyMap<string, unknown>): void;
  result(): Folded;
}

/** Pure: does not change `states`, the stored states. */
export function foldBatch(
  projection: Projection,
  batch: readonly BatchRecord[],
  states: ReadonlyMap<string, unknown>,
): Folded {
  const folding = startFolding(projection);
  folding.fold(batch, states);
  return folding.result();
}

export function startFolding(projection: Projection): Folding {
  const states = new Map<string, unknown>();
  const changed = new Set<string>();
  const parked: ParkedRecord[] = [];
  const parkedHere = new Set<string>();

  function fold(event: RecordedEvent): void {
    const key = projection.keyOf(event);
    const before = states.has(key) ? states.get(key) : projection.initial(key);
    const after = projection.evolve(before, event);
    if (after === before) return;
    states.set(key, after);
    changed.add(key);
  }

  function park(record: BatchRecord, reason: string, behind: boolean): void {
    parked.push({ record, reason, behind });
    parkedHere.add(subjectKey(record));
  }

  function take(record: BatchRecord): void {
    if (record.event === null && record.refusal === null) return;
    const waits =
      waitsBehind(projection, record) || (parkedHere.size > 0 && parkedHere.has(subjectKey(record)));
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

  return {
    states,
    fold: (page, loaded) => {
      for (const [key, state] of loaded) states.set(key, state);
      for (const record of page) take(record);
    },
    result: () => ({ changed: new Map([...changed].map((key) => [key, states.get(key)])), parked }),
  };
}

/** The events whose states have to be loaded. The fold may still park some of these events. */
export function eventsToFold(projection: Projection, batch: readonly BatchRecord[]): RecordedEvent[] {
  return batch.flatMap((record) =>
    record.event === null || record.refusal !== null || waitsBehind(projection, record) ? [] : [record.event],
  );
}

function waitsBehind(projection: Projection, { lease, subject }: BatchRecord): boolean {
  return projection.parks === 'subject' && lease.parkedSubjects.has(subject);
}

/** All records of a subject in a stream are in one partition. */
function subjectKey({ lease, subject }: BatchRecord): string {
  return `${lease.stream} ${subject}`;
}
