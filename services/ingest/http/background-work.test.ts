import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBackgroundWork } from './background-work.ts';

test('waits for all work, also for what other work began when it ended', async () => {
  const ongoing = createBackgroundWork();
  const first = Promise.withResolvers<void>();
  const ended: string[] = [];
  void ongoing.track(
    first.promise.then(() => {
      ended.push('first');
      void ongoing.track(pause(20).then(() => ended.push('second')));
    }),
  );
  await expect(ongoing.track(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  const settled = ongoing.settled();
  first.resolve();
  await settled;
  expect(ended).toEqual(['first', 'second']);
});
