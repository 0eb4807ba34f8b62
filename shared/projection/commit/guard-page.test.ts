import { describe, expect, test } from 'vitest';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import type { StreamName } from '../../events/streams.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { faultOfLog, faultOfPage } from './guard-page.ts';
import { type Lease, newLease } from './lease.ts';

describe('a log that starts above the checkpoint', () => {
  test('stops a projection of a stream that is kept for ever, even a new projection', () => {
    expect(faultAt('hub.xp', { nextOffset: 10, start: 11 })).toContain('starts at 11');
    expect(faultAt('hub.xp', { nextOffset: 0, start: 1 })).toContain('starts at 1');
  });

  test('stops a projection of an expiring stream that has already read records', () => {
    expect(faultAt('hub.location', { nextOffset: 10, start: 11 })).toContain(
      'the records in between are gone',
    );
  });

  test('does not stop a new projection of an expiring stream', () => {
    expect(faultAt('hub.location', { nextOffset: 0, start: 500 })).toBeNull();
  });

  test('is normal after compaction', () => {
    expect(faultAt('hub.state', { nextOffset: 10, start: 500 })).toBeNull();
  });
});

test('a log that ends below the checkpoint stops every projection', () => {
  for (const stream of ['hub.xp', 'hub.location', 'hub.state'] as const) {
    expect(faultAt(stream, { nextOffset: 10, start: 0, end: 9 })).toContain('ends at 9');
  }
});

test('a log that ends or starts at the checkpoint is complete', () => {
  expect(faultAt('hub.xp', { nextOffset: 10, start: 0, end: 10 })).toBeNull();
  expect(faultAt('hub.location', { nextOffset: 10, start: 10, end: 10 })).toBeNull();
});

describe('the record before a checkpoint', () => {
  test('shows another log by its append time', async () => {
    const { log, lease, appendTime } = await projectedLog();
    expect(await faultOfLog(log, lease({ lastAppendTime: appendTime }))).toBeNull();
    const fault = await faultOfLog(log, lease({ lastAppendTime: appendTime + 1 }));
    expect(fault).toContain('holds another record at 1 than the projected record');
  });

  test('shows no fault while nothing is projected, or when the log does not have the record', async () => {
    const { log, lease } = await projectedLog();
    expect(await faultOfLog(log, lease({ nextOffset: 0 }))).toBeNull();
    expect(await faultOfLog(log, lease({ lastAppendTime: null }))).toBeNull();
    expect(await faultOfLog(log, lease({ nextOffset: 9 }))).toBeNull();
  });
});

/** Leases have projected both records of the log. */
async function projectedLog() {
  const { journal } = await openTestLog();
  const [, last] = await journal.log.append(entriesOf('hub.xp', 'a', 2));
  if (last === undefined) throw new Error('two records are needed');
  const { stream, partition, appendTime } = last;
  const lease = (some: Partial<Lease['checkpoint']>) => {
    const checkpoint = { nextOffset: 2, recordTime: appendTime, lastAppendTime: appendTime, ...some };
    return newLease({ stream, partition, fence: 1, checkpoint });
  };
  return { log: journal.log, lease, appendTime };
}

function faultAt(stream: StreamName, at: { nextOffset: number; start: number; end?: number }) {
  const { nextOffset, start, end = 1_000 } = at;
  const lastAppendTime = nextOffset === 0 ? null : 1;
  const checkpoint = { nextOffset, recordTime: 1, lastAppendTime };
  const lease = newLease({ stream, partition: 3, fence: 1, checkpoint });
  return faultOfPage({ stream, partition: 3, records: [], start, end, reachedEnd: true }, lease);
}
