import { expect, onTestFinished, test, vi } from 'vitest';
import type { RebuildProgress } from '../../../shared/projection/replay/rebuild/progress-meter.ts';
import { createProgressDisplay } from './progress-display.ts';

const half: RebuildProgress = {
  phase: 'reading',
  names: ['access', 'xp-history'],
  events: 12_345,
  share: 0.5,
  eventsPerSecond: 6_789,
  secondsLeft: 2,
};

test('shows a bar, events, percent, events per second and the time left', () => {
  const terminal = streamOf({ isTTY: true, columns: 200 });
  createProgressDisplay(terminal.stream).show(half);
  expect(terminal.written.join('')).toBe(
    '\r\u001b[K[############............]  50%  12,345 events  6,789/s  2 s left  access, xp-history',
  );
});

test('redraws one line on a terminal, cut to its width, and clears it at the end', () => {
  const terminal = streamOf({ isTTY: true, columns: 40 });
  const display = createProgressDisplay(terminal.stream);
  display.show(half);
  display.show({ ...half, share: 1, events: 24_690, secondsLeft: 0 });
  display.end();
  expect(terminal.written).toHaveLength(3);
  expect(terminal.written.join('')).not.toContain('\n');
  for (const line of terminal.written) expect(line.replace('\r\u001b[K', '').length).toBeLessThan(40);
  expect(terminal.written.at(-1)).toBe('\r\u001b[K');
});

test('writes lines to a pipe: the first, the last, one for each phase, and no other line within a minute', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const pipe = streamOf({ isTTY: false });
  const display = createProgressDisplay(pipe.stream);
  for (const share of [0.1, 0.2, 0.3, 0.4]) {
    display.show({ ...half, share, names: share < 0.2 ? half.names : ['xp-history'] });
    vi.advanceTimersByTime(29_000);
  }
  display.show({ ...half, phase: 'indexing', share: 0.9 });
  display.show({ ...half, phase: 'indexing', share: 1 });
  display.end();
  expect(pipe.written.map((line) => /(\d+)%.*?(indexes of)?/.exec(line)?.[1])).toEqual([
    '10',
    '40',
    '90',
    '100',
  ]);
  expect(pipe.written[2]).toContain('indexes of access, xp-history');
  expect(pipe.written.every((line) => line.endsWith('\n') && !line.includes('\u001b'))).toBe(true);
});

function streamOf(kind: { readonly isTTY: boolean; readonly columns?: number }) {
  const written: string[] = [];
  const write = (text: string) => {
    written.push(text);
    return true;
  };
  return { stream: { ...kind, write } as unknown as NodeJS.WriteStream, written };
}
