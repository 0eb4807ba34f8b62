import { createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { deadline, inTime } from '../../../test/support/deadline.ts';
import { freePort, temporaryDataDir } from '../../../test/support/hub/hub-process.ts';
import type { HubConnection } from '../connection/connect.ts';
import { jobRunners } from './job-runners.ts';

test('an examination that waits for a database ends at once when its signal aborts, with the reason of the signal', {
  tags: ['deadline'],
}, async () => {
  const port = await freePort();
  const silent = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void silent.close());
  vi.stubEnv('DATABASE_URL', `postgres://hub:hub@127.0.0.1:${port}/hub`);
  vi.stubEnv('DATA_DIR', await temporaryDataDir(null));
  const stop = new AbortController();
  const { signal } = stop;
  const input = {
    subject: null,
    options: {},
    actor: 'member:ada',
    signal,
    onProgress: () => {},
    onResultNotSaved: () => {},
  };
  const stopped = new Error('stopped');
  const before = performance.now();
  setTimeout(() => stop.abort(stopped), 200);
  await expect(jobRunners.doctor({} as HubConnection, input as never)).rejects.toBe(stopped);
  // Without the signal, the examination would wait 5 s for the database.
  expect(performance.now() - before, inTime).toBeLessThan(deadline(1_000));
});
