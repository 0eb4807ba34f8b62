import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { constants } from 'node:os';
import { setThreadPriorities } from '../../shared/process/set-thread-priorities.ts';
import type { BenchHub, HubJob } from './bench-hub.ts';
import { seriesPoints, seriesSkills } from './fill-series.ts';
import { accountOf } from './introduce-accounts.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { machine } from './machine.ts';
import {
  compareInTurns,
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
  /** Until it was answered with nobody else asking. */
  readonly aloneSeconds: number;
  /** How much the hub's Node process grew at most since the first was asked for. */
  readonly grownMegabytes: number;
  readonly together: readonly Together[];
}

interface Together {
  /** How many ask for it at once, each with a key of its own. */
  readonly clients: number;
  readonly cases: readonly NoticedCase[];
}

const ratioMax = 2;
const megabytesMax = 96;
const accounts = 50;
const clients = [1, 10];
const sampleEveryMs = 50;

export async function benchHeavy(): Promise<HeavyResult> {
  const hubProcess = startWorker<HubJob, BenchHub>('./bench-hub.ts');
  const load = startWorker<LoadJob, LoadResult>('./load.ts');
  try {
    const hub = await hubProcess.run({ accounts, keys: readerKeys + Math.max(...clients), series: true });
    const [readers, heavy] = [hub.keys.slice(0, readerKeys), hub.keys.slice(readerKeys)];
    // Clients are on other machines: what this one takes to read 293 MB must not be missing to the hub.
    setThreadPriorities(process.pid, constants.priority.PRIORITY_LOW);
    const memory = watchMemory(hubProcess.pid);
    const together: Together[] = [];
    for (const count of clients) {
      const keys = heavy.slice(0, count);
      const cases = await compareInTurns(load, hub, readers, () => {
        memory.begin();
        return askHeavily(hub, keys);
      });
      together.push({ clients: count, cases });
    }
    const startedAt = performance.now();
    const bytes = await readHeavy(hub, heavy[0] ?? '');
    const aloneSeconds = Number(((performance.now() - startedAt) / 1_000).toFixed(1));
    const grownMegabytes = memory.stop();
    return {
      bench: 'heavy',
      machine: machine(),
      holds:
        grownMegabytes <= megabytesMax &&
        together.every(({ cases }) => cases.every(({ ratio }) => ratio <= ratioMax)),
      ratioMax,
      megabytesMax,
      points: accounts * seriesSkills.length * seriesPoints,
      bodyMegabytes: Math.round(bytes / 1e6),
      aloneSeconds,
      grownMegabytes,
      together,
    };
  } finally {
    await Promise.all([load.stop(), hubProcess.stop()]);
  }
}

interface MemoryWatch {
  /** Called again it does nothing. */
  begin(): void;
  /** By how many MB the process was larger at most than when it began. */
  stop(): number;
}

function watchMemory(pid: number): MemoryWatch {
  let [settled, highest] = [0, 0];
  let sampling: NodeJS.Timeout | undefined;
  return {
    begin: () => {
      if (sampling !== undefined) return;
      settled = residentMegabytes(pid);
      sampling = setInterval(() => {
        highest = Math.max(highest, residentMegabytes(pid));
      }, sampleEveryMs);
    },
    stop: () => {
      clearInterval(sampling);
      return Math.round(highest - settled);
    },
  };
}

/** Asks with each key for all that one request may name, again when it has been answered, until `stop`. */
function askHeavily(hub: BenchHub, keys: readonly string[]): Disturbance<void> {
  const stopping = new AbortController();
  const asking = keys.map(async (key) => {
    while (!stopping.signal.aborted) {
      await readHeavy(hub, key, stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error;
      });
    }
  });
  const ended = Promise.all(asking);
  // Whoever waits for it hears of a failure.
  ended.catch(() => {});
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

/** @returns the bytes of the answer */
async function readHeavy(
  { port, historyUntil }: BenchHub,
  key: string,
  signal?: AbortSignal,
): Promise<number> {
  const ids = Array.from({ length: accounts }, (_, index) => accountOf(index));
  const from = historyUntil - (historyUntil % 3_600_000) - (seriesPoints - 2) * 3_600_000;
  const range = `from=${new Date(from).toISOString()}&to=${new Date(historyUntil).toISOString()}`;
  const path = `/api/v1/xp?accounts=${ids}&skills=${seriesSkills.map(encodeURIComponent)}&resolution=1h&${range}`;
  const asking = get({ port, path, headers: { authorization: `Bearer ${key}` }, agent: false, signal });
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`the heavy request was answered ${response.statusCode}`);
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}

export function describeHeavy(result: HeavyResult): string {
  const { points, bodyMegabytes, aloneSeconds, grownMegabytes, together, holds } = result;
  return [
    `an answer of ${points} points (${bodyMegabytes} MB), in ${aloneSeconds} s where nobody else asks`,
    ...together.flatMap(({ clients: count, cases }) =>
      describeNoticed({ ...result, cases }, `${count} of them at once, in turns`, ratioMax),
    ),
    `memory of the hub's Node process grew by ${grownMegabytes} MB at most (bar <= ${megabytesMax})`,
    holds ? 'holds' : 'FAILS',
  ].join('\n');
}
