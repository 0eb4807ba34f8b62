import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { BenchHub, HubJob } from './bench-hub.ts';
import { seriesPoints, seriesSkills } from './fill-series.ts';
import { accountOf } from './introduce-accounts.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { machine } from './machine.ts';
import {
  compareReads,
  type Disturbance,
  describeNoticed,
  type NoticedCase,
  readerKeys,
} from './noticed-reads.ts';
import { residentMegabytes } from './process-cpu.ts';
import { startWorker } from './workers.ts';

/** What other clients notice while the heaviest legal request is answered, and what it takes of the hub's memory. */
export interface HeavyResult {
  readonly bench: 'heavy';
  readonly machine: string;
  readonly holds: boolean;
  readonly ratioMax: number;
  readonly megabytesMax: number;
  /** Of one answer. */
  readonly points: number;
  readonly bodyMegabytes: number;
  /** How much the hub's Node process grew at most. */
  readonly grownMegabytes: number;
  readonly cases: readonly NoticedCase[];
}

const ratioMax = 2;
const megabytesMax = 96;
const accounts = 50;
const sampleEveryMs = 50;

export async function benchHeavy(): Promise<HeavyResult> {
  const hubProcess = startWorker<HubJob, BenchHub>('./bench-hub.ts');
  const load = startWorker<LoadJob, LoadResult>('./load.ts');
  try {
    const hub = await hubProcess.run({ accounts, keys: readerKeys + 1, series: true });
    const [heavyKey = '', ...keys] = hub.keys;
    const { cases, outcome } = await compareReads(load, hub, keys, () =>
      askHeavily(hub, heavyKey, hubProcess.pid),
    );
    return {
      bench: 'heavy',
      machine: machine(),
      holds: outcome.grownMegabytes <= megabytesMax && cases.every(({ ratio }) => ratio <= ratioMax),
      ratioMax,
      megabytesMax,
      points: accounts * seriesSkills.length * seriesPoints,
      bodyMegabytes: Math.round(outcome.bytes / 1e6),
      grownMegabytes: outcome.grownMegabytes,
      cases,
    };
  } finally {
    await Promise.all([load.stop(), hubProcess.stop()]);
  }
}

interface HeavyAnswer {
  readonly bytes: number;
  readonly grownMegabytes: number;
}

/** Asks for all that one request may name, again when it has been answered, until `stop`: the last one is read to its end. */
function askHeavily({ port, historyUntil }: BenchHub, key: string, pid: number): Disturbance<HeavyAnswer> {
  const ids = Array.from({ length: accounts }, (_, index) => accountOf(index));
  const from = historyUntil - (historyUntil % 3_600_000) - (seriesPoints - 2) * 3_600_000;
  const range = `from=${new Date(from).toISOString()}&to=${new Date(historyUntil).toISOString()}`;
  const path = `/api/v1/xp?accounts=${ids}&skills=${seriesSkills.map(encodeURIComponent)}&resolution=1h&${range}`;
  const settled = residentMegabytes(pid);
  let highest = settled;
  const sampling = setInterval(() => {
    highest = Math.max(highest, residentMegabytes(pid));
  }, sampleEveryMs);
  let stopped = false;

  async function ask(): Promise<number> {
    const asking = get({ port, path, headers: { authorization: `Bearer ${key}` } });
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`the heavy request was answered ${response.statusCode}`);
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    return bytes;
  }

  async function run(): Promise<HeavyAnswer> {
    try {
      let bytes = 0;
      do bytes = await ask();
      while (!stopped);
      return { bytes, grownMegabytes: Math.round(highest - settled) };
    } finally {
      clearInterval(sampling);
    }
  }

  const ended = run();
  // Whoever waits for it hears of a failure.
  ended.catch(() => {});
  return {
    stop: () => {
      stopped = true;
      return ended;
    },
  };
}

export function describeHeavy(result: HeavyResult): string {
  const { points, bodyMegabytes, grownMegabytes, holds } = result;
  return [
    ...describeNoticed(result, `an answer of ${points} points (${bodyMegabytes} MB)`, ratioMax),
    `memory of the hub's Node process grew by ${grownMegabytes} MB at most (bar <= ${megabytesMax})`,
    holds ? 'holds' : 'FAILS',
  ].join('\n');
}
