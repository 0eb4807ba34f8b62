import { afterEach, expect, test, vi } from 'vitest';
import { OperatorError } from '../../shared/errors/errors.ts';
import { DatabaseMoved } from '../../shared/identity/watch-database-copy.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import type { RunningProcess } from '../../shared/process/start-process.ts';
import { runUntilStopped } from './run-until-stopped.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const closed: number[] = [];

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function processOn(port: number, failed = new Promise<never>(() => {})): RunningProcess {
  failed.catch(() => {});
  return { port, failed, close: async () => void closed.push(port) };
}

test('a process whose database became another copy reopens until it works, and then stops normally', async () => {
  const onReady = vi.fn();
  const start = vi
    .fn<() => Promise<RunningProcess>>()
    .mockResolvedValueOnce(processOn(1, Promise.reject(new DatabaseMoved())))
    .mockRejectedValueOnce(new OperatorError('database_unreachable', 'the database does not answer'))
    .mockRejectedValueOnce(new Error('cannot execute UPDATE in a read-only transaction'))
    .mockResolvedValueOnce(processOn(2));
  const run = runUntilStopped({ start, onReady, logger });
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(4), { timeout: 10_000 });
  process.emit('SIGHUP');
  await run;
  expect(closed).toEqual([1, 2]);
  expect(onReady).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ port: 1 }));
});

test('limits the time of each close only when the database may be gone', async () => {
  const close = vi.fn<RunningProcess['close']>().mockResolvedValue();
  const start = vi
    .fn<() => Promise<RunningProcess>>()
    .mockResolvedValueOnce({ ...processOn(5, Promise.reject(new DatabaseMoved())), close })
    .mockResolvedValueOnce({ ...processOn(6), close });
  const run = runUntilStopped({ start, onReady: () => {}, logger });
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(2), { timeout: 10_000 });
  process.emit('SIGHUP');
  await run;
  expect(close.mock.calls).toEqual([[{ eachWithinMs: 5_000 }], [{ noticeMs: 0 }]]);
});

test('an error ends the process when waiting cannot solve it', async () => {
  const start = vi
    .fn<() => Promise<RunningProcess>>()
    .mockResolvedValueOnce(processOn(3, Promise.reject(new DatabaseMoved())))
    .mockRejectedValueOnce(new OperatorError('port_taken', 'port 3000 is used by another program'));
  await expect(runUntilStopped({ start, onReady: () => {}, logger })).rejects.toThrow('is used by another');
  const lost = Promise.reject(new OperatorError('port_lost', 'the port of the database was taken'));
  const run = runUntilStopped({ start: async () => processOn(4, lost), onReady: () => {}, logger });
  await expect(run).rejects.toThrow('the port of the database');
});

test('a process that does not close in time logs this, and kills itself', async () => {
  vi.useFakeTimers();
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const lines: string[] = [];
  const loud = createLogger({ name: 'test', level: 'error' }, { write: (line) => lines.push(line) });
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = runUntilStopped({
    start: async () => ({ ...processOn(7), close: () => promise }),
    onReady: () => {},
    logger: loud,
  });
  await vi.advanceTimersByTimeAsync(0);
  process.emit('SIGHUP');
  await vi.advanceTimersByTimeAsync(14_499);
  expect(lines).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(lines).toEqual([expect.stringContaining('before it closed everything')]);
  expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, 'SIGKILL');
  resolve();
  await run;
});
