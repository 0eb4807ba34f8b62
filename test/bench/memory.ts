import { setTimeout as pause } from 'node:timers/promises';
import { createBenchFolder } from './support/bench-folder.ts';
import type { Benchmark } from './support/benchmark.ts';
import { figureOf, median } from './support/figures.ts';
import { runCommand, startDemo } from './support/hub-process.ts';
import { residentMegabytes } from './support/process-cpu.ts';

const players = 500;
const pollers = 10;
const pollEveryMs = 2_000;
/** A poller asks for everything once in this many polls, to learn who left. */
const wholeEvery = 30;
const seconds = 80;
const sampleEveryMs = 1_000;
const categories = 'stats,events,activity,location_live,location_history,equipment,inventory';

export const memoryBenchmark: Benchmark = {
  summary: 'memory of the hub: `hub demo` with 500 players, and 10 readers that poll the snapshot',
  run: async (lifecycle) => {
    const dataDir = await createBenchFolder(lifecycle);
    const demo = await startDemo(lifecycle, dataDir, players);
    const settings = { DATA_DIR: dataDir, PORT: new URL(demo.url).port };
    const create = ['key', 'create', '--service', '--name', 'bench', '--categories', categories];
    const keys: string[] = [];
    while (keys.length < pollers) {
      const { document } = await runCommand<{ key: string }>(lifecycle, create, settings);
      keys.push(document.key);
    }
    const polling = new AbortController();
    lifecycle.onClose(() => polling.abort());
    const polls = keys.map((key, index) => pollSnapshot(demo.url, key, index, polling.signal));
    const megabytes = await Promise.race([watch(demo.pid), failure(polls)]);
    polling.abort();
    await Promise.all(polls);
    return [
      figureOf('hub process: resident, highest', 'MB', [Math.max(...megabytes)], (value) => value),
      figureOf('hub process: resident, median', 'MB', [median(megabytes)], (value) => value),
    ];
  },
};

async function watch(pid: number): Promise<number[]> {
  const megabytes: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    await pause(sampleEveryMs);
    megabytes.push(residentMegabytes(pid));
  }
  return megabytes;
}

/**
 * Polls as a map does.
 * @param first the round to begin with, so that pollers do not all ask for everything at once
 */
async function pollSnapshot(url: string, key: string, first: number, signal: AbortSignal): Promise<void> {
  let etag: string | null = null;
  let since: string | null = null;
  for (let round = first; !signal.aborted; round += 1) {
    const isWhole = since === null || round % wholeEvery === 0;
    const headers = {
      authorization: `Bearer ${key}`,
      ...(etag !== null && !isWhole ? { 'if-none-match': etag } : {}),
    };
    const answer: Response = await fetch(`${url}/api/v1/snapshot${isWhole ? '' : `?since=${since}`}`, {
      headers,
    });
    const text = await answer.text();
    if (answer.status === 200) {
      etag = answer.headers.get('etag');
      since = JSON.parse(text).meta.last_modified;
    } else if (answer.status !== 304) {
      throw new Error(`a poll was answered ${answer.status}: ${text.slice(0, 200)}`);
    }
    await pause(pollEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Never resolves. @throws the first failure of the polls */
async function failure(polls: readonly Promise<void>[]): Promise<never> {
  await Promise.all(polls);
  return new Promise(() => {});
}
