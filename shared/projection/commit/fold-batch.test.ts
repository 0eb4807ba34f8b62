import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../events/event.ts';
import { poisonSkill, type Tally, tallyProjection } from '../testing/tally-projection.ts';
import type { BatchRecord } from './batch.ts';
import { eventsToFold, foldBatch, startFolding } from './fold-batch.ts';
import { type Lease, newLease } from './lease.ts';

const stored: Tally = { reports: 1, total: 10, history: ' 10@1', lastOffset: 0, changedAt: 1 };

test('continues from the stored state, and does not change it', () => {
  const states = new Map([['a', stored]]);
  const fold = () => foldBatch(tallyProjection, [record('a', 1, 5), record('a', 2, 6)], states);
  const expected = { reports: 3, total: 21, history: ' 10@1 5@1 6@2', lastOffset: 2, changedAt: 2 };
  expect(fold()).toEqual({ changed: new Map([['a', expected]]), parked: [] });
  // Nothing is kept from the first run.
  expect(fold().changed.get('a')).toEqual(expected);
  expect(states.get('a')).toEqual(stored);
});

test('a key whose state stays the same is not written', () => {
  const unchanged = { ...tallyProjection, evolve: (tally: Tally) => tally };
  expect(foldBatch(unchanged, [record('a', 1, 5)], new Map([['a', stored]])).changed.size).toBe(0);
});

test('keeps the state of a subject from before its record that throws', () => {
  const batch = [record('a', 1, 5), record('a', 2, 1, poisonSkill), record('a', 3, 6), record('b', 4, 7)];
  const { changed, parked } = foldBatch(tallyProjection, batch, new Map());
  expect([...changed].map(([key, state]) => [key, (state as Tally).total])).toEqual([
    ['a', 5],
    ['b', 7],
  ]);
  expect(parked.map(({ record: { offset }, behind }) => [offset, behind])).toEqual([
    [2, false],
    [3, true],
  ]);
});

test('folding a batch page by page gives the same result as folding it at once', () => {
  const pages = [
    [record('a', 1, 5), record('b', 2, 1, poisonSkill)],
    [record('a', 3, 6), record('b', 4, 7), record('c', 5, 8)],
    [record('c', 6, 9)],
  ];
  const folding = startFolding(tallyProjection);
  const loaded = [new Map([['a', stored]]), new Map([['c', stored]]), new Map()];
  for (const [number, page] of pages.entries()) folding.fold(page, loaded[number] ?? new Map());
  const together = new Map([...loaded].flatMap((each) => [...each]));
  expect(folding.result()).toEqual(foldBatch(tallyProjection, pages.flat(), together));
  expect(folding.result().parked).toHaveLength(2);
});

test('loads no state of a subject that waits', () => {
  const waiting = record('a', 1, 5, 'Attack', leaseOf(['a']));
  expect(eventsToFold(tallyProjection, [waiting])).toEqual([]);
  expect(eventsToFold({ ...tallyProjection, parks: 'record' }, [waiting])).toHaveLength(1);
});

function record(
  subject: string,
  offset: number,
  amount: number,
  skill = 'Attack',
  lease = leaseOf(),
): BatchRecord {
  const event: RecordedEvent = {
    stream: 'hub.xp',
    partition: 0,
    offset,
    type: 'xp-reported',
    recordId: `id-${offset}`,
    subject,
    source: 'ha',
    recordTime: offset,
    data: { at: 1, skills: { [skill]: amount }, complete: false },
  };
  const { recordId, recordTime } = event;
  const place = { lease, offset, appendTime: offset, recordTime, recordId, subject };
  return { ...place, event, refusal: null, isUnknown: false, endsSubject: false };
}

function leaseOf(parkedSubjects: readonly string[] = []): Lease {
  const checkpoint = { nextOffset: 0, recordTime: 0, lastAppendTime: null };
  return newLease({
    stream: 'hub.xp',
    partition: 0,
    fence: 1,
    checkpoint,
    parkedSubjects: new Set(parkedSubjects),
  });
}
