import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRoom } from './wait-for-room.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a request waits 2 s for room, then gets a 503', async () => {
  const room = createRoom(10);
  await room.take('a', 10);
  const waiting = expect(room.take('a', 1)).rejects.toThrow('not available');
  await vi.advanceTimersByTimeAsync(2_000);
  await waiting;
});

test('requests of a key start in their order, as soon as there is room for them', async () => {
  const room = createRoom(10);
  const started: string[] = [];
  const release = await room.take('a', 10);
  const begin = (name: string, bytes: number) => room.take('a', bytes).then(() => started.push(name));
  const all = [begin('large', 8), begin('small', 2), begin('last', 1)];
  // A small request does not overtake a large request.
  expect(() => room.takeNow('a', 1)).toThrow('not available');
  release();
  await Promise.all(all.slice(0, 2));
  expect(started).toEqual(['large', 'small']);
  const late = expect(all[2]).rejects.toThrow('not available');
  await vi.advanceTimersByTimeAsync(2_000);
  await late;
});

test('a request that stopped waiting leaves its room to the next request', async () => {
  const room = createRoom(10);
  await room.take('a', 5);
  const large = expect(room.take('a', 8)).rejects.toThrow('not available');
  await vi.advanceTimersByTimeAsync(1_000);
  const small = room.take('a', 5);
  await vi.advanceTimersByTimeAsync(1_000);
  await large;
  await expect(small).resolves.toBeTypeOf('function');
});

test('64 requests wait in a process, and a further request gets a 503 at once', async () => {
  const room = createRoom(10);
  await room.take('a', 10);
  await room.take('b', 10);
  const waiting = Array.from({ length: 64 }, (_, index) =>
    room.take(index % 2 === 0 ? 'a' : 'b', 1).catch((error: Error) => error.message),
  );
  await expect(room.take('a', 1)).rejects.toThrow('not available');
  // A key with room does not wait.
  await room.take('c', 1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await Promise.all(waiting)).toEqual(Array(64).fill(expect.stringContaining('not available')));
});
