import { expect, test } from 'vitest';
import { DeadlineExceeded, startDeadline } from '../../http/deadline.ts';
import { createMemberConcurrencyLimit } from './member-concurrency-limit.ts';

const deadline = startDeadline();

test('processes a limited number of reports of a member at once, in order; other members do not wait', async () => {
  const limit = createMemberConcurrencyLimit({ runningMax: 2, waitingMax: 9 });
  const begun: string[] = [];
  const begin = async (memberId: string, name: string) => {
    const leave = await limit.enter(memberId, deadline);
    begun.push(name);
    return leave ?? (() => {});
  };
  const entered = ['a', 'b', 'c', 'd', 'e'].map((name) => begin('Merrin', name));
  await begin('Quill', 'f');
  expect(begun).toEqual(['a', 'b', 'f']);
  for (const leave of entered) (await leave)();
  expect(begun).toEqual(['a', 'b', 'f', 'c', 'd', 'e']);
  // No report runs any more, so two can start at once.
  await Promise.all(['g', 'h'].map((name) => begin('Merrin', name)));
  expect(begun.slice(6)).toEqual(['g', 'h']);
});

test('lets a limited number of reports wait', async () => {
  const limit = createMemberConcurrencyLimit({ runningMax: 1, waitingMax: 1 });
  const leave = await limit.enter('Merrin', deadline);
  const waiting = limit.enter('Merrin', deadline);
  expect(await limit.enter('Merrin', deadline)).toBeNull();
  leave?.();
  expect(await waiting).not.toBeNull();
});

test('skips a report that stopped waiting', async () => {
  const limit = createMemberConcurrencyLimit({ runningMax: 1, waitingMax: 2 });
  const leave = await limit.enter('Merrin', deadline);
  const late = limit.enter('Merrin', startDeadline(1));
  const next = limit.enter('Merrin', deadline);
  await expect(late).rejects.toThrow(DeadlineExceeded);
  leave?.();
  expect(await next).not.toBeNull();
});

test('starts the next report when a report stops waiting at the moment it starts', async () => {
  const limit = createMemberConcurrencyLimit({ runningMax: 1, waitingMax: 2 });
  const leave = await limit.enter('Merrin', deadline);
  const gaveUp = limit.enter('Merrin', {
    within: async (started) => {
      await started;
      throw new DeadlineExceeded('out of time');
    },
  });
  const next = limit.enter('Merrin', deadline);
  leave?.();
  await expect(gaveUp).rejects.toThrow(DeadlineExceeded);
  expect(await next).not.toBeNull();
});
