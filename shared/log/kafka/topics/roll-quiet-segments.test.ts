import { expect, it } from 'vitest';
import type { EventLog, LogEntry, LogRecord } from '../../event-log.ts';
import { measureBrokerClocks } from './describe-cluster.ts';
import { createSegmentRoller } from './roll-quiet-segments.ts';

const lagMs = 1_000;
const position = { stream: 'hub.keys', partition: 0 } as const;

function openPartition() {
  const records: LogRecord[] = [];
  const clock = { now: 0 };
  const store: Pick<EventLog, 'read' | 'ends' | 'append'> = {
    ends: async () => [{ ...position, start: 0, end: records.length }],
    read: async ([from]) => [
      { ...position, records: records.slice(from?.offset), reachedEnd: true, start: 0, end: records.length },
    ],
    append: async (entries) => {
      const ofPartition = entries.filter(({ partition }) => (partition ?? 0) === position.partition);
      for (const entry of ofPartition)
        records.push({ ...entry, offset: records.length, appendTime: clock.now });
      return [];
    },
  };
  const open = () => createSegmentRoller({ ...store, lagMs, monotonicNow: () => clock.now });
  const say = (type: string) => store.append([{ type } as LogEntry]);
  return { clock, store, say, open, types: () => records.map(({ type }) => type) };
}

it('ends the segment of a partition once after the partition was quiet for the lag, until new records come', async () => {
  const { clock, say, open, types } = openPartition();
  const look = open();
  const until = async (ms: number) => {
    for (; clock.now <= ms; clock.now += lagMs / 10) await look();
  };
  await until(5 * lagMs);
  expect(types()).toEqual([]);

  await say('data-key-made');
  await until(5.8 * lagMs);
  expect(types()).toEqual(['data-key-made']);
  await until(12 * lagMs);
  expect(types()).toEqual(['data-key-made', 'segment-ended']);

  // Another process, or this process after a restart, sees that the segment was ended.
  const other = open();
  for (; clock.now < 20 * lagMs; clock.now += lagMs / 10) await other();
  expect(types()).toHaveLength(2);

  await say('data-key-made');
  await until(25 * lagMs);
  expect(types()).toEqual(['data-key-made', 'segment-ended', 'data-key-made', 'segment-ended']);
});

it('a check of the clocks of the brokers does not count as the end of a segment', async () => {
  const { clock, store, say, open, types } = openPartition();
  const look = open();
  await say('data-key-made');
  await look();
  clock.now = lagMs / 2;
  await measureBrokerClocks(store, () => clock.now);
  for (; clock.now < 5 * lagMs; clock.now += lagMs / 10) await look();
  expect(types()).toEqual(['data-key-made', 'clock-probed', 'segment-ended']);
});
