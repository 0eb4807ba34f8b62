import { expect, test } from 'vitest';
import { createStreamLimit } from './stream-limit.ts';

/** A clock that stands still until it is moved, and rests that end when they are told to. */
function heldTime() {
  const rests: { readonly ms: number; readonly end: () => void }[] = [];
  let at = 0;
  return {
    rests,
    pass: (ms: number) => {
      at += ms;
    },
    now: () => at,
    rest: (ms: number) => new Promise<void>((end) => void rests.push({ ms, end })),
  };
}

test('works on one piece at a time for all answers, in order, and rests four times as long after each piece, at most 50 ms', async () => {
  const time = heldTime();
  const slots = createStreamLimit(time);
  const begun: string[] = [];
  const rested = () => time.rests.map(({ ms }) => ms);
  const begin = (name: string) => {
    const piece = Promise.withResolvers<string>();
    const done = slots.work(() => {
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
  await expect.poll(rested).toEqual([28]);
  // The first answer has its piece, and no other piece begins before the rest is over.
  expect(begun).toEqual(['first']);
  time.rests[0]?.end();
  await expect.poll(() => begun).toEqual(['first', 'second']);
  time.pass(80);
  second.reject(new Error('no database'));
  await expect(second.done).rejects.toThrow('no database');
  await expect.poll(rested).toEqual([28, 50]);
  time.rests[1]?.end();
  await expect.poll(() => begun).toEqual(['first', 'second', 'third']);
  third.resolve('3');
  expect(await third.done).toBe('3');
});

test('a key may have eight answers at once, and a place that is released twice counts once', async () => {
  const slots = createStreamLimit();
  const [first] = await Promise.all(Array.from({ length: 8 }, () => slots.take('a')));
  const ninth = slots.take('a');
  let isTaken = false;
  void ninth.then(() => {
    isTaken = true;
  });
  await slots.take('b');
  expect(isTaken).toBe(false);
  first?.release();
  first?.release();
  await ninth;
  expect(() => slots.takeNow('a', 1)).toThrow('not available');
});

test('a key may have pages of at most 8 MiB together at once, and a page of more than 4 MiB counts as 4 MiB', () => {
  const slots = createStreamLimit();
  const page = 2 ** 20;
  const [first] = Array.from({ length: 8 }, () => slots.takeNow('a', page));
  expect(() => slots.takeNow('a', 1)).toThrow('not available');
  first?.release();
  slots.takeNow('a', page);
  slots.takeNow('b', 100 * page);
  slots.takeNow('b', 100 * page);
  expect(() => slots.takeNow('b', 1)).toThrow('not available');
});
