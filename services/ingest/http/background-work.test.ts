import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBackgroundWork } from './background-work.ts';

test('waits for all work, also for work that starts when other work ends', async () => {
  const work = createBackgroundWork();
  const first = Promise.withResolvers<void>();
  const ended: string[] = [];
  void work.track(
    first.promise.then(() => {
      ended.push('first');
      void work.track(pause(20).then(() => ended.push('second')));
    }),
  );
  await expect(work.track(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  const settled = work.settled();
  first.resolve();
  await settled;
  expect(ended).toEqual(['first', 'second']);
});
