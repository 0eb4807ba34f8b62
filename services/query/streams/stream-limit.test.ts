import { expect, test } from 'vitest';
import { createStreamLimit } from './stream-limit.ts';

function manualTime() {
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  let at = 0;
  return {
    pauses,
    pass: (ms: number) => {
      at += ms;
    },
    now: () => at,
    pause: (ms: number) => new Promise<void>((end) => void pauses.push({ ms, end })),
  };
}

test('runs one piece at a time, in order, and pauses after a piece four times as long as the piece took, at most 50 ms', async () => {
  const time = manualTime();
  const limit = createStreamLimit(time);
  const begun: string[] = [];
  const pausesMs = () => time.pauses.map(({ ms }) => ms);
  const begin = (name: string) => {
    const piece = Promise.withResolvers<string>();
    const done = limit.work(() => {
      begun.push(name);
      return piece.promise;
    });
    return { ...piece, done };
  };
  const [first, second, third] = [begin('first'), begin('second'), begin('third')];
  await expect.poll(() => begun).toEqual(['first']);
  time.pass(7);
  first.resolve('1');
  expect(await first.done).toBe('1');
  await expect.poll(pausesMs).toEqual([28]);
  // No other piece begins before the pause is over.
  expect(begun).toEqual(['first']);
  time.pauses[0]?.end();
  await expect.poll(() => begun).toEqual(['first', 'second']);
  time.pass(80);
  second.reject(new Error('no database'));
  await expect(second.done).rejects.toThrow('no database');
  await expect.poll(pausesMs).toEqual([28, 50]);
  time.pauses[1]?.end();
  await expect.poll(() => begun).toEqual(['first', 'second', 'third']);
  third.resolve('3');
  expect(await third.done).toBe('3');
});

test('a key may have eight answers at once, and a second release of an answer does nothing', async () => {
  const limit = createStreamLimit();
  const [first] = await Promise.all(Array.from({ length: 8 }, () => limit.reserve('a')));
  const ninth = limit.reserve('a');
  let isReserved = false;
  void ninth.then(() => {
    isReserved = true;
  });
  await limit.reserve('b');
  expect(isReserved).toBe(false);
  first?.();
  first?.();
  await ninth;
  expect(() => limit.reserveNow('a', 1)).toThrow('not available');
});

test('a key may have pages of at most 8 MiB together at once, and a page of more than 4 MiB counts as 4 MiB', () => {
  const limit = createStreamLimit();
  const page = 2 ** 20;
  const [first] = Array.from({ length: 8 }, () => limit.reserveNow('a', page));
  expect(() => limit.reserveNow('a', 1)).toThrow('not available');
  first?.();
  limit.reserveNow('a', page);
  limit.reserveNow('b', 100 * page);
  limit.reserveNow('b', 100 * page);
  expect(() => limit.reserveNow('b', 1)).toThrow('not available');
});
