import { expect, test } from 'vitest';
import type { Sql } from '../../../postgres/database.ts';
import { createSharedEnds } from './shared-ends.ts';

const place = { stream: 'hub.feed', partition: 0 } as const;

function open() {
  const log = { end: 5, wakes: 0, statements: 0, during: () => {} };
  const many = async () => {
    log.statements += 1;
    const { end } = log;
    log.during();
    return [{ ...place, start: 0, end, packed: 0 }];
  };
  const ends = createSharedEnds({ many } as unknown as Sql, { count: () => log.wakes });
  const positions = [{ ...place, offset: 5 }];
  return {
    log,
    ends,
    read: () => ends.read(positions),
    known: () => ends.known(positions)?.map(({ end }) => end) ?? null,
    nothingSince: () => ends.nothingSince(positions),
    append: (offset: number) => {
      log.wakes += 1;
      ends.noteAppended([{ ...place, offset, appendTime: 1 }]);
    },
    appendElsewhere: () => {
      log.wakes += 1;
      ends.forget([place.stream]);
    },
  };
}

test('knows its own appends without a statement, and says when nothing was appended', async () => {
  const { read, known, nothingSince, append } = open();
  expect([known(), nothingSince()]).toEqual([null, null]);
  await read();
  expect([known(), nothingSince()]).toEqual([null, 0]);
  append(5);
  expect([known(), nothingSince()]).toEqual([[6], null]);
});

test('asks again after another process may have appended', async () => {
  const { log, read, known, nothingSince, append, appendElsewhere } = open();
  await read();
  append(5);
  appendElsewhere();
  expect([known(), nothingSince()]).toEqual([null, null]);
  append(7);
  expect([known(), nothingSince()]).toEqual([null, null]);
  log.end = 8;
  await read();
  expect(known()).toEqual([8]);
});

test.each([
  ['first', []],
  ['next', [5]],
])('believes no %s statement that began before an own append', async (_name, earlier) => {
  const { log, read, known, nothingSince, append } = open();
  if (earlier.length > 0) await read();
  for (const offset of earlier) append(offset);
  log.during = () => append(5 + earlier.length);
  log.end = 5 + earlier.length;
  await read();
  expect(nothingSince()).toBeNull();
  expect(known()).toEqual(earlier.length === 0 ? null : [7]);
});

test('believes no statement that began before an append of another process', async () => {
  const { log, read, known, nothingSince, appendElsewhere } = open();
  log.during = appendElsewhere;
  await read();
  expect([known(), nothingSince()]).toEqual([null, null]);
});

test('asks again when an append got a lower offset than an earlier append', async () => {
  const { read, known, append } = open();
  await read();
  append(5);
  append(3);
  expect(known()).toBeNull();
});
