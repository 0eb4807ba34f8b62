import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { machine } from './machine.ts';
import { residentMegabytes } from './process-cpu.ts';

/** The hub's Node process under `hub demo --players 500` with 10 pollers. */
export interface MemoryResult {
  readonly bench: 'memory';
  readonly machine: string;
  readonly players: number;
  readonly pollers: number;
  readonly minutes: number;
  readonly barMegabytes: number;
  readonly highestMegabytes: number;
  readonly holds: boolean;
  /** Resident memory over time. */
  readonly samples: readonly { readonly seconds: number; readonly megabytes: number }[];
}

export interface MemoryOptions {
  readonly minutes: number;
  readonly players: number;
  readonly onSample: (seconds: number, megabytes: number) => void;
}

const barMegabytes = 250;
const pollers = 10;
const pollEveryMs = 2_000;
const sampleEveryMs = 5_000;
const readyMs = 60_000;
const stopMs = 12_000;
const launcher = fileURLToPath(new URL('../../services/hub/launch.mjs', import.meta.url));

export async function benchMemory({ minutes, players, onSample }: MemoryOptions): Promise<MemoryResult> {
  // The launcher becomes the hub's process.
  const demo = spawn(
    process.execPath,
    [launcher, 'demo', '--players', String(players), '--port', '0', '--json'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const polling = new AbortController();
  const samples: { seconds: number; megabytes: number }[] = [];
  try {
    const { url, key } = await readyLine(demo);
    const polls = Array.from({ length: pollers }, (_, index) => poll(url, key, index, polling.signal));
    const startedAt = performance.now();
    for (let at = sampleEveryMs; at <= minutes * 60_000; at += sampleEveryMs) {
      await pause(startedAt + at - performance.now());
      const sample = { seconds: at / 1_000, megabytes: Math.round(residentMegabytes(demo.pid ?? 0)) };
      samples.push(sample);
      onSample(sample.seconds, sample.megabytes);
    }
    polling.abort();
    await Promise.all(polls);
  } finally {
    polling.abort();
    await stop(demo);
  }
  const highestMegabytes = Math.max(...samples.map(({ megabytes }) => megabytes));
  return {
    bench: 'memory',
    machine: machine(),
    players,
    pollers,
    minutes,
    barMegabytes,
    highestMegabytes,
    holds: highestMegabytes < barMegabytes,
    samples,
  };
}

async function readyLine(demo: ChildProcess): Promise<{ url: string; key: string }> {
  if (demo.stdout === null) throw new Error('the demo has no stdout');
  const lines = createInterface({ input: demo.stdout });
  const signal = AbortSignal.timeout(readyMs);
  const [line] = (await Promise.race([
    once(lines, 'line', { signal }),
    once(demo, 'exit', { signal }).then(() => {
      throw new Error('the demo ended before it was ready');
    }),
  ])) as [string];
  return JSON.parse(line);
}

/** Polls as a map does: every 2 s, `since` the last answer, and all of it now and then. The demo has one key for all. */
async function poll(url: string, key: string, index: number, signal: AbortSignal): Promise<void> {
  let etag: string | null = null;
  let since: string | null = null;
  for (let round = index; !signal.aborted; round += 1) {
    const whole = since === null || round % 30 === 0;
    const query = whole ? '' : `?since=${encodeURIComponent(since ?? '')}`;
    const answer: Response = await fetch(`${url}/api/v1/snapshot${query}`, {
      headers: {
        authorization: `Bearer ${key}`,
        ...(etag === null || whole ? {} : { 'if-none-match': etag }),
      },
    });
    if (answer.status === 200) {
      etag = answer.headers.get('etag');
      since = ((await answer.json()) as { meta: { last_modified: string } }).meta.last_modified;
    } else {
      await answer.arrayBuffer();
    }
    await pause(pollEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

async function stop(demo: ChildProcess): Promise<void> {
  if (demo.exitCode !== null || demo.signalCode !== null) return;
  const ended = once(demo, 'exit');
  demo.kill('SIGINT');
  const force = setTimeout(() => demo.kill('SIGKILL'), stopMs);
  await ended;
  clearTimeout(force);
}

export function describeMemory(result: MemoryResult): string {
  const { players, minutes, highestMegabytes, holds } = result;
  return [
    `memory, resident size of the hub's Node process, ${players} players, ${pollers} pollers, ${minutes} minutes`,
    result.machine,
    `highest ${highestMegabytes} MB, bar < ${barMegabytes} MB: ${holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}
