import { expect, test } from 'vitest';
import { DeadlineExceeded, startDeadline } from '../../http/deadline.ts';
import { createTurns } from './member-concurrency-limit.ts';

const deadline = startDeadline();

test('so many reports of a member are worked on at a time, in order, and others wait for none of them', async () => {
  const turns = createTurns({ atOnce: 2, waitingMax: 9 });
  const begun: string[] = [];
  const begin = async (memberId: string, name: string) => {
    const end = await turns.take(memberId, deadline);
    begun.push(name);
    return end ?? (() => {});
  };
  const taken = ['a', 'b', 'c', 'd', 'e'].map((name) => begin('Merrin', name));
  await begin('Quill', 'f');
  expect(begun).toEqual(['a', 'b', 'f']);
  for (const turn of taken) (await turn)();
  expect(begun).toEqual(['a', 'b', 'f', 'c', 'd', 'e']);
  // All have ended: as at the beginning.
  await Promise.all(['g', 'h'].map((name) => begin('Merrin', name)));
  expect(begun.slice(6)).toEqual(['g', 'h']);
});

test('only so many wait', async () => {
  const turns = createTurns({ atOnce: 1, waitingMax: 1 });
  const end = await turns.take('Merrin', deadline);
  const waiting = turns.take('Merrin', deadline);
  expect(await turns.take('Merrin', deadline)).toBeNull();
  end?.();
  expect(await waiting).not.toBeNull();
});

test('who gave up takes no turn', async () => {
  const turns = createTurns({ atOnce: 1, waitingMax: 2 });
  const end = await turns.take('Merrin', deadline);
  const late = turns.take('Merrin', startDeadline(1));
  const next = turns.take('Merrin', deadline);
  await expect(late).rejects.toThrow(DeadlineExceeded);
  end?.();
  expect(await next).not.toBeNull();
});

test('a turn that comes as its report gives up goes to the next', async () => {
  const turns = createTurns({ atOnce: 1, waitingMax: 2 });
  const end = await turns.take('Merrin', deadline);
  const gaveUp = turns.take('Merrin', {
    within: async (turn) => {
      await turn;
      throw new DeadlineExceeded('out of time');
    },
  });
  const next = turns.take('Merrin', deadline);
  end?.();
  await expect(gaveUp).rejects.toThrow(DeadlineExceeded);
  expect(await next).not.toBeNull();
});
