import { setTimeout as pause } from 'node:timers/promises';
import { startDemoProcess } from './demo-process.ts';
import { leaveLargeGuild } from './large-guild.ts';
import { machine } from './machine.ts';
import { pollSnapshot } from './poll-snapshot.ts';
import { residentMegabytes } from './process-cpu.ts';
import { startHub } from './started-hub.ts';

/**
 * The hub's Node process with 10 pollers: under `hub demo --players 500`, or after a start on the data of a large guild in
 * which nobody plays.
 */
export interface MemoryResult {
  readonly bench: 'memory';
  readonly machine: string;
  readonly guild: string;
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
  /** Of a guild that is only read, instead of the players; null for those. */
  readonly accounts: number | null;
  readonly onSample: (sample: Sample) => void;
}

/** A hub to poll. */
interface Polled {
  readonly pid: number;
  readonly url: string;
  readonly keys: readonly string[];
  stop(): Promise<void>;
}

const bars = { players: 180, accounts: 280 } as const;
const pollers = 10;
const sampleEveryMs = 5_000;

export async function benchMemory(options: MemoryOptions): Promise<MemoryResult> {
  const { minutes, players, accounts } = options;
  const hub = accounts === null ? await startPlayed(players) : await startRead(accounts);
  const polling = new AbortController();
  let samples: Sample[];
  try {
    const polls = hub.keys.map((key, index) => pollSnapshot(hub.url, key, index, polling.signal));
    samples = await Promise.race([watch(hub.pid, options), neverEnds(polls)]);
  } finally {
    polling.abort();
    await hub.stop();
  }
  const barMegabytes = accounts === null ? bars.players : bars.accounts;
  const highestMegabytes = Math.max(...samples.map(({ megabytes }) => megabytes));
  return {
    bench: 'memory',
    machine: machine(),
    guild: accounts === null ? `${players} players` : `${accounts} accounts that are read`,
    pollers,
    minutes,
    barMegabytes,
    highestMegabytes,
    holds: highestMegabytes < barMegabytes,
    samples,
  };
}

async function startPlayed(players: number): Promise<Polled> {
  const demo = await startDemoProcess(players);
  try {
    const keys: string[] = [];
    while (keys.length < pollers) keys.push(await demo.makeKey());
    return { ...demo, keys };
  } catch (error) {
    await demo.stop();
    throw error;
  }
}

async function startRead(accounts: number): Promise<Polled> {
  const guild = await leaveLargeGuild({ accounts, keys: pollers, events: 0 });
  try {
    const { pid, url, stop } = await startHub(guild.dataDir);
    return { pid, url, keys: guild.keys, stop: () => stop().finally(guild.remove) };
  } catch (error) {
    await guild.remove();
    throw error;
  }
}

async function watch(pid: number, { minutes, onSample }: MemoryOptions): Promise<Sample[]> {
  const samples: Sample[] = [];
  const startedAt = performance.now();
  for (let at = sampleEveryMs; at <= minutes * 60_000; at += sampleEveryMs) {
    await pause(startedAt + at - performance.now());
    const sample = { seconds: at / 1_000, megabytes: Math.round(residentMegabytes(pid)) };
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
    `memory, resident size of the hub's Node process, ${result.guild}, ${result.pollers} pollers`,
    where,
    ...course.map(({ seconds, megabytes }) => `${String(seconds).padStart(6)} s  ${megabytes} MB`),
    `highest ${result.highestMegabytes} MB, bar < ${result.barMegabytes} MB: ${result.holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}
