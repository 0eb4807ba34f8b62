import { describe, expect, it } from 'vitest';
import { partitionName, partitionOf, streamNames, streams } from './streams.ts';

describe('partitionOf', () => {
  it('never changes: an account has the same partitions on every log for its whole life', () => {
    expect(
      ['0aB3xYz91kQw', 'ZZZZZZZZZZZZ', '000000000000', 'hub'].map((id) => partitionOf('hub.state', id)),
    ).toEqual([11, 9, 1, 0]);
  });

  it('spreads accounts over all partitions', () => {
    const seen = new Set(Array.from({ length: 500 }, (_, index) => partitionOf('hub.xp', `account${index}`)));
    expect(seen.size).toBe(streams['hub.xp'].partitions);
  });

  it('keeps everything in one partition when the order of all records matters', () => {
    expect(partitionOf('hub.feed', 'any')).toBe(0);
    expect(partitionOf('hub.membership', 'any')).toBe(0);
  });

  it('seals every stream that can name a person', () => {
    const sealed = streamNames.filter((name) => streams[name].sealed);
    expect(sealed).toEqual(['hub.raw', 'hub.holdings', 'hub.feed', 'hub.membership']);
  });
});

it('names each partition of each stream by its own key', () => {
  const places = streamNames.flatMap((stream) =>
    Array.from({ length: streams[stream].partitions }, (_, partition) => ({ stream, partition })),
  );
  expect(new Set(places.map(partitionName)).size).toBe(places.length);
  expect(partitionName({ stream: 'hub.state', partition: 11 })).toBe('hub.state/11');
});
