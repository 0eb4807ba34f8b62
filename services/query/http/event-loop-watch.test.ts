import { expect, onTestFinished, test, vi } from 'vitest';
import { watchEventLoop } from './event-loop-watch.ts';

function hold(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('an event loop that is over a second late is busy at once, and stays busy until it has caught up', async () => {
  const loop = watchEventLoop();
  onTestFinished(loop.close);
  expect(loop.isBusy()).toBe(false);
  hold(1_300);
  expect(loop.isBusy()).toBe(true);
  await vi.waitUntil(() => !loop.isBusy(), { timeout: 5_000, interval: 10 });
});

test('an event loop that is exactly a second late is not busy yet', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const loop = watchEventLoop();
  onTestFinished(loop.close);
  expect(loop.isBusy()).toBe(false);
  // The timer runs 200 ms after the first question.
  clock.mockReturnValue(1_200);
  expect(loop.isBusy()).toBe(false);
  clock.mockReturnValue(1_201);
  expect(loop.isBusy()).toBe(true);
});

test('the loop is watched only while somebody asks about it', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const loop = watchEventLoop();
  onTestFinished(loop.close);
  expect(vi.getTimerCount()).toBe(0);
  for (let question = 0; question < 2; question += 1) {
    expect(loop.isBusy()).toBe(false);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(9_000);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(vi.getTimerCount()).toBe(0);
  }
});
