import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runInterruptible } from './run-interruptible.ts';

/** @returns the output on stderr after two SIGTERM */
async function forced(...args: string[]): Promise<string> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => end()) as () => never);
  // The test runner itself may read files at this moment.
  vi.spyOn(process, 'getActiveResourcesInfo').mockReturnValue([]);
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { argv } = process;
  process.argv = [...argv, ...args];
  onTestFinished(() => {
    process.argv = argv;
    vi.restoreAllMocks();
  });
  await runInterruptible('run it again', async () => {
    process.emit('SIGTERM');
    await delay(600);
    process.emit('SIGTERM');
    await ended;
  });
  expect(exit).toHaveBeenCalledWith(1);
  return write.mock.calls.map(([text]) => String(text)).join('');
}

test('a command that is forced to end reports what remains', async () => {
  expect(await forced()).toBe('hub: interrupted: run it again\n');
});

test('a command with --json that is forced to end reports what remains as JSON', async () => {
  expect(JSON.parse(await forced('--json'))).toEqual({
    error: { code: 'interrupted', message: 'interrupted: run it again' },
  });
});

test('a command that is asked to stop once ends with its own reason between two steps', async () => {
  const work = runInterruptible('run it again', async ({ signal }) => {
    process.emit('SIGTERM');
    await delay(10);
    signal.throwIfAborted();
  });
  await expect(work).rejects.toMatchObject({ code: 'interrupted', message: 'interrupted: run it again' });
});
