import { setTimeout as pause } from 'node:timers/promises';
import { type DemoProcess, startDemoProcess } from './demo-process.ts';
import { machine } from './machine.ts';
import { pollSnapshot } from './poll-snapshot.ts';
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
  readonly samples: readonly Sample[];
}

interface Sample {
  readonly seconds: number;
  readonly megabytes: number;
}

export interface MemoryOptions {
  readonly minutes: number;
  readonly players: number;
  readonly onSample: (sample: Sample) => void;
}

const barMegabytes = 250;
const pollers = 10;
const sampleEveryMs = 5_000;

export async function benchMemory(options: MemoryOptions): Promise<MemoryResult> {
  const { minutes, players } = options;
  const demo = await startDemoProcess(players);
  const polling = new AbortController();
  let samples: Sample[];
  try {
    const keys: string[] = [];
    while (keys.length < pollers) keys.push(await demo.makeKey());
    const polls = keys.map((key, index) => pollSnapshot(demo.url, key, index, polling.signal));
    samples = await Promise.race([watch(demo, options), neverEnds(polls)]);
  } finally {
    polling.abort();
    await demo.stop();
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

async function watch(demo: DemoProcess, { minutes, onSample }: MemoryOptions): Promise<Sample[]> {
  const samples: Sample[] = [];
  const startedAt = performance.now();
  for (let at = sampleEveryMs; at <= minutes * 60_000; at += sampleEveryMs) {
    await pause(startedAt + at - performance.now());
    const sample = { seconds: at / 1_000, megabytes: Math.round(residentMegabytes(demo.pid)) };
    samples.push(sample);
    onSample(sample);
  }
  return samples;
}

/** @throws what the first of them throws */
async function neverEnds(polls: readonly Promise<void>[]): Promise<never> {
  await Promise.all(polls);
  return new Promise(() => {});
}

export function describeMemory({ machine: where, ...result }: MemoryResult): string {
  const every = Math.max(1, Math.floor(result.samples.length / 10));
  const course = result.samples.filter((_, index) => (index + 1) % every === 0);
  return [
    `memory, resident size of the hub's Node process, ${result.players} players, ${result.pollers} pollers`,
    where,
    ...course.map(({ seconds, megabytes }) => `${String(seconds).padStart(6)} s  ${megabytes} MB`),
    `highest ${result.highestMegabytes} MB, bar < ${barMegabytes} MB: ${result.holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}
