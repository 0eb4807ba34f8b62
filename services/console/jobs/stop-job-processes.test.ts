import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pause } from '../../../shared/async/waiting.ts';
import { deadline, inTime } from '../../../test/support/deadline.ts';
import { openTestConsole } from '../testing/open-test-console.ts';
import { createSignedInAdmin } from '../testing/signed-in-member.ts';

// A process ends by force 9.5 s after a request to stop (operations.md).
test('a stop waits for a request and a job at the same time', {
  tags: ['deadline'],
}, async () => {
  const site = await openTestConsole();
  const { hub } = site;
  const ada = await createSignedInAdmin(site, 'Ada');
  const { body: begun } = await ada.give('admin/doctor');
  expect(begun.state).toBe('running');
  await holdJob(begun.id);
  const { givenUp } = await holdRequest(hub.url, ada.cookie);
  const closing = hub.close();
  const endedAt = await givenUp;
  await closing;
  // The job has its own limit from the start of the stop, and the request used most of it.
  expect(performance.now() - endedAt, inTime).toBeLessThan(deadline(1_500));
});

/** Suspends the process of the job, so that only SIGKILL ends it. */
async function holdJob(id: string): Promise<void> {
  const pid = await vi.waitUntil(() => processNaming(id), 10_000);
  process.kill(pid, 'SIGSTOP');
  onTestFinished(() => void process.kill(pid, 'SIGKILL'));
}

async function processNaming(argument: string): Promise<number | null> {
  for (const pid of (await readdir('/proc')).map(Number).filter(Number.isInteger)) {
    const args = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (args.split('\0').includes(argument)) return pid;
  }
  return null;
}

/** Sends only a part of a request. `givenUp` resolves with a time of `performance.now()`. */
async function holdRequest(url: string, cookie: string): Promise<{ readonly givenUp: Promise<number> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const head = {
    host: new URL(url).host,
    origin: url,
    cookie,
    'content-type': 'application/json',
    'content-length': '99',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /console/api/admin/doctor HTTP/1.1\r\n${lines.join('')}\r\n{`);
  const givenUp = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now())));
  let answered = '';
  socket
    .on('error', () => {})
    .on('data', (bytes) => {
      answered += bytes;
    });
  await pause(500);
  expect([answered, socket.closed]).toEqual(['', false]);
  return { givenUp };
}
