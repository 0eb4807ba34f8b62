import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { BenchHub, HubJob } from './bench-hub.ts';
import { seriesPoints, seriesSkills } from './fill-series.ts';
import { accountOf } from './introduce-accounts.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { machine } from './machine.ts';
import { median } from './measure.ts';
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
  /** Medians of the rounds; ratio of during to before. */
  readonly cases: readonly {
    readonly path: string;
    readonly beforeP99Ms: number;
    readonly duringP99Ms: number;
    readonly ratio: number;
  }[];
}

const ratioMax = 2;
const megabytesMax = 96;
const paths = ['/api/v1/snapshot', '/api/v1/events?limit=50', '/api/v1/accounts'];
const accounts = 50;
const perSecond = 100;
const seconds = 3;
const rounds = 3;
const sampleEveryMs = 50;

export async function benchHeavy(): Promise<HeavyResult> {
  const hubProcess = startWorker<HubJob, BenchHub>('./bench-hub.ts');
  const load = startWorker<LoadJob, LoadResult>('./load.ts');
  try {
    const hub = await hubProcess.run({ accounts, keys: 2 * perSecond + 1, series: true });
    const [heavyKey = '', ...keys] = hub.keys;
    const read = async (path: string) => p99Of(path, await load.run(readsOf(hub, keys, path)));
    for (const path of paths) await read(path);
    const before = await measureAll(read);
    const heavy = askHeavily(hub, heavyKey, hubProcess.pid);
    const during = await measureAll(read).finally(heavy.stop);
    const { bytes, grownMegabytes } = await heavy.ended;
    const cases = paths.map((path, index) => {
      const [beforeP99Ms, duringP99Ms] = [before[index] ?? Number.NaN, during[index] ?? Number.NaN];
      return { path, beforeP99Ms, duringP99Ms, ratio: Number((duringP99Ms / beforeP99Ms).toFixed(2)) };
    });
    return {
      bench: 'heavy',
      machine: machine(),
      holds: grownMegabytes <= megabytesMax && cases.every(({ ratio }) => ratio <= ratioMax),
      ratioMax,
      megabytesMax,
      points: accounts * seriesSkills.length * seriesPoints,
      bodyMegabytes: Math.round(bytes / 1e6),
      grownMegabytes,
      cases,
    };
  } finally {
    await Promise.all([load.stop(), hubProcess.stop()]);
  }
}

/** The p99 of each path: the median over rounds in which each is read once. */
async function measureAll(read: (path: string) => Promise<number>): Promise<number[]> {
  const measured = paths.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, path] of paths.entries()) measured[index]?.push(await read(path));
  }
  return measured.map((p99s) => Number(median(p99s).toFixed(1)));
}

/** @throws when any was not answered 200 */
function p99Of(path: string, { statuses, p99Ms }: LoadResult): number {
  if (Object.keys(statuses).some((status) => status !== '200')) {
    throw new Error(`${path} was answered ${JSON.stringify(statuses)}`);
  }
  return p99Ms;
}

function readsOf({ port }: BenchHub, keys: readonly string[], path: string): LoadJob {
  return {
    kind: 'reads',
    port,
    path,
    keys,
    perSecond,
    seconds,
    gzip: false,
    conditional: false,
    changes: null,
  };
}

/** Asks for all that one request may name, again when it has been answered, until `stop`: the last one is read to its end. */
function askHeavily({ port, historyUntil }: BenchHub, key: string, pid: number) {
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

  async function run(): Promise<{ readonly bytes: number; readonly grownMegabytes: number }> {
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
    ended,
    stop: () => {
      stopped = true;
    },
  };
}

export function describeHeavy(result: HeavyResult): string {
  const { points, bodyMegabytes, grownMegabytes, cases, holds } = result;
  return [
    `p99 of ${perSecond} reads a second, before and while ${points} points (${bodyMegabytes} MB) are answered`,
    result.machine,
    ...cases.map(
      ({ path, beforeP99Ms, duringP99Ms, ratio }) =>
        `${path.padEnd(26)} ${beforeP99Ms} ms, ${duringP99Ms} ms: ${ratio} times (bar <= ${ratioMax})`,
    ),
    `memory of the hub's Node process grew by ${grownMegabytes} MB at most (bar <= ${megabytesMax})`,
    holds ? 'holds' : 'FAILS',
  ].join('\n');
}
