import { expect, test } from 'vitest';
import type { EventLog, LogRecord, Page } from '../../log/event-log.ts';
import { newLease } from '../commit/lease.ts';
import { createLogGuard } from './log-guard.ts';

const place = { stream: 'hub.xp', partition: 0 } as const;
const whole: Page = { ...place, records: [], start: 0, end: 2, reachedEnd: true };
const unanswered: Page = { ...whole, reachedEnd: false };

/** A projection of two records guards a log whose last record has another time after `replace`. */
function guarded() {
  const lastAppendTime = 1_000;
  let appendTime = lastAppendTime;
  const read: EventLog['read'] = async ([asked]) => [
    { ...whole, records: [{ ...place, offset: asked?.offset, appendTime } as LogRecord] },
  ];
  const guard = createLogGuard({ read } as EventLog);
  const checkpoint = { nextOffset: 2, recordTime: lastAppendTime, lastAppendTime };
  const lease = newLease({ ...place, fence: 1, checkpoint });
  return {
    guard,
    faultOf: (page: Page) => guard.faultOf({ lease, page }),
    replace: () => {
      appendTime += 1;
    },
  };
}

const otherLog = expect.stringContaining('holds another record at 1');

test('a log is compared once', async () => {
  const { faultOf, replace } = guarded();
  expect(await faultOf(whole)).toBeNull();
  replace();
  expect(await faultOf(whole)).toBeNull();
});

test('a log is compared again after a page without an answer', async () => {
  const { faultOf, replace } = guarded();
  expect(await faultOf(whole)).toBeNull();
  replace();
  expect(await faultOf(unanswered)).toBeNull();
  expect(await faultOf(whole)).toEqual(otherLog);
});

test('a log is compared again after an outage, and stays another log', async () => {
  const { guard, faultOf, replace } = guarded();
  expect(await faultOf(whole)).toBeNull();
  replace();
  guard.forget();
  expect(await faultOf(whole)).toEqual(otherLog);
  expect(await faultOf(whole)).toEqual(otherLog);
});
