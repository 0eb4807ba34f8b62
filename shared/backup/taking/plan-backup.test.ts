import { describe, expect, test } from 'vitest';
import type { StreamName } from '../../events/streams.ts';
import type { BackupPartition, BackupSegment } from '../folder/manifest.ts';
import { planPartition } from './plan-backup.ts';

const bytes = 1024 * 1024;

function segment(from: number, to: number): BackupSegment {
  return { file: `hub.feed-0-${from}-${to}.zst`, from, to, records: to - from, bytes, sha256: '' };
}

function backedUp(stream: StreamName, segments: readonly BackupSegment[]): BackupPartition {
  const [start, end] = [segments[0]?.from ?? 0, segments.at(-1)?.to ?? 0];
  return { stream, partition: 0, start, end, last_id: null, segments: [...segments] };
}

const series = [segment(0, 10), segment(10, 20), segment(20, 30), segment(30, 40)];

function plan(
  damaged: readonly number[],
  { stream = 'hub.feed' as StreamName, start = 0, end = 45, before = series } = {},
) {
  const isIntact = (one: BackupSegment) => !damaged.includes(one.from);
  const ends = { stream, partition: 0, start, end };
  const { kept, from, lostSegments } = planPartition(ends, backedUp(stream, before), isIntact);
  return { kept: kept.map((one) => one.from), from, lostSegments };
}

describe('the plan of a permanent stream', () => {
  test('keeps all intact segments, and reads new records', () => {
    expect(plan([])).toEqual({ kept: [0, 10, 20, 30], from: 40, lostSegments: 0 });
  });

  test.each([
    { damaged: [0], kept: [], from: 0 },
    { damaged: [10], kept: [0], from: 10 },
    { damaged: [20], kept: [0, 10], from: 20 },
    { damaged: [30], kept: [0, 10, 20], from: 30 },
    { damaged: [10, 30], kept: [0], from: 10 },
  ])('reads the log again from the first damaged segment of $damaged on', ({ damaged, kept, from }) => {
    expect(plan(damaged)).toEqual({ kept, from, lostSegments: damaged.length });
  });

  test('never leaves a hole between two segments', () => {
    for (let bits = 0; bits < 2 ** series.length; bits += 1) {
      const damaged = series.filter((_, index) => bits & (2 ** index)).map((one) => one.from);
      const { kept, from } = plan(damaged);
      expect([...kept, from]).toEqual([0, 10, 20, 30, 40].slice(0, kept.length + 1));
    }
  });

  test('leaves out segments whose records the log no longer keeps, also damaged segments', () => {
    expect(plan([], { start: 20 })).toEqual({ kept: [20, 30], from: 40, lostSegments: 0 });
    expect(plan([0], { start: 20 })).toEqual({ kept: [20, 30], from: 40, lostSegments: 0 });
    expect(plan([], { start: 15 })).toEqual({ kept: [10, 20, 30], from: 40, lostSegments: 0 });
  });

  test('reads all of the log when the segments begin after the start of the log', () => {
    expect(plan([], { before: series.slice(1) })).toEqual({ kept: [], from: 0, lostSegments: 0 });
  });

  test('reads all of a log that ends before the earlier backup', () => {
    expect(plan([], { end: 39 })).toEqual({ kept: [], from: 0, lostSegments: 0 });
    expect(plan([], { end: 40 })).toEqual({ kept: [0, 10, 20, 30], from: 40, lostSegments: 0 });
  });
});

describe('the plan of a compacted stream', () => {
  const stream = 'hub.state';

  test('keeps everything while nothing is new or damaged', () => {
    expect(plan([], { stream, end: 40 })).toEqual({ kept: [0, 10, 20, 30], from: 40, lostSegments: 0 });
    expect(plan([], { stream, end: 41 })).toEqual({ kept: [], from: 0, lostSegments: 0 });
  });

  test('reads everything again when any segment is damaged', () => {
    for (const { from } of series) {
      expect(plan([from], { stream, end: 40 })).toEqual({ kept: [], from: 0, lostSegments: 1 });
    }
  });
});
