import { constants } from 'node:os';
import { setThreadPriorities } from '../../shared/process/set-thread-priorities.ts';
import type { BenchHub } from './bench-hub.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { median } from './quantile.ts';
import type { Worker } from './workers.ts';

/** What readers notice of something else that the hub does: p99 before and during it, medians of the rounds. */
export interface NoticedCase {
  readonly path: string;
  readonly beforeP99Ms: number;
  readonly duringP99Ms: number;
  readonly ratio: number;
}

const paths = ['/api/v1/snapshot', '/api/v1/events?limit=50', '/api/v1/accounts'];
const readsPerSecond = 100;
/** A key may be asked with once a second. */
export const readerKeys = 2 * readsPerSecond;
const seconds = 3;
const rounds = 5;
/** About a minute: before, V8 still compiles and collects after a million events, which doubled the first p99. */
const warmUpRounds = 6;

/** What the hub does meanwhile. */
export interface Disturbance<Outcome> {
  /** Called after each read. @throws when it ended before the reads did */
  check?(): void;
  stop(): Promise<Outcome>;
}

/**
 * Reads each path in turn at a fixed rate, before and during what `start` begins.
 * @param keys at least `readerKeys`
 */
export async function compareReads<Outcome>(
  load: Worker<LoadJob, LoadResult>,
  hub: BenchHub,
  keys: readonly string[],
  start: () => Disturbance<Outcome>,
): Promise<{ readonly cases: NoticedCase[]; readonly outcome: Outcome }> {
  const read = await warmedUp(load, hub, keys);
  const before = await measure(read);
  const disturbance = start();
  let during: number[];
  let outcome: Outcome;
  try {
    during = await measure(read, disturbance.check);
  } finally {
    outcome = await disturbance.stop();
  }
  return { cases: casesOf(before, during), outcome };
}

const steadyTurns = 5;
const steadyRounds = 2;

/**
 * The same in turns, for what lasts until it is stopped: what else the machine does hits both alike.
 * @param keys at least `readerKeys`
 */
export async function compareInTurns(
  load: Worker<LoadJob, LoadResult>,
  hub: BenchHub,
  keys: readonly string[],
  start: () => Disturbance<void>,
): Promise<NoticedCase[]> {
  const read = await warmedUp(load, hub, keys);
  const quiet = paths.map((): number[] => []);
  const disturbed = paths.map((): number[] => []);
  const readInto = async (measured: readonly number[][]) => {
    for (let round = 0; round < steadyRounds; round += 1) {
      for (const [index, path] of paths.entries()) measured[index]?.push(await read(path));
    }
  };
  for (let turn = 0; turn < steadyTurns; turn += 1) {
    await readInto(quiet);
    const disturbance = start();
    await readInto(disturbed).finally(disturbance.stop);
  }
  return casesOf(quiet.map(middle), disturbed.map(middle));
}

const turns = 3;
const quietRounds = 2;
/** Of one turn, far more than a drill of a small log takes. */
const disturbedRoundsMax = 30;

/**
 * The same for what ends by itself: some rounds without it, then as many as there are until it has ended.
 * @param keys at least `readerKeys`
 */
export async function alternateReads(
  load: Worker<LoadJob, LoadResult>,
  hub: BenchHub,
  keys: readonly string[],
  start: () => Promise<void>,
): Promise<NoticedCase[]> {
  const read = await warmedUp(load, hub, keys);
  const quiet = paths.map((): number[] => []);
  const disturbed = paths.map((): number[] => []);
  for (let turn = 0; turn < turns; turn += 1) {
    for (let round = 0; round < quietRounds; round += 1) {
      for (const [index, path] of paths.entries()) quiet[index]?.push(await read(path));
    }
    let isOver = false;
    const ended = start().finally(() => {
      isOver = true;
    });
    ended.catch(() => {});
    for (let round = 0; round < disturbedRoundsMax && !isOver; round += 1) {
      for (const [index, path] of paths.entries()) {
        const p99Ms = await read(path);
        if (!isOver) disturbed[index]?.push(p99Ms);
      }
    }
    await ended;
  }
  return casesOf(quiet.map(middle), disturbed.map(middle));
}

/** @returns what reads a path, on a hub that has compiled what reads take */
async function warmedUp(
  load: Worker<LoadJob, LoadResult>,
  hub: BenchHub,
  keys: readonly string[],
): Promise<(path: string) => Promise<number>> {
  // Clients are on other machines: that the load generator itself waits for a CPU is nothing that they notice.
  if (!setThreadPriorities(load.pid, constants.priority.PRIORITY_HIGH)) {
    process.stderr.write('not root: the load generator waits for a CPU like the hub\n');
  }
  const read = (path: string) => readOnce(load, hub, keys, path);
  for (let round = 0; round < warmUpRounds; round += 1) {
    for (const path of paths) await read(path);
  }
  return read;
}

/** @returns the p99 of a read, ms */
async function readOnce(
  load: Worker<LoadJob, LoadResult>,
  { port }: BenchHub,
  keys: readonly string[],
  path: string,
): Promise<number> {
  const job = {
    port,
    path,
    keys,
    perSecond: readsPerSecond,
    seconds,
    gzip: false,
    conditional: false,
    changes: null,
  };
  return p99Of(path, await load.run({ kind: 'reads', ...job }));
}

/** @returns the p99 of each path, ms */
async function measure(read: (path: string) => Promise<number>, check = () => {}): Promise<number[]> {
  const measured = paths.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, path] of paths.entries()) {
      measured[index]?.push(await read(path));
      check();
    }
  }
  return measured.map(middle);
}

function middle(p99s: readonly number[]): number {
  return Number(median(p99s).toFixed(1));
}

/** @throws when any was not answered 200 */
function p99Of(path: string, { statuses, p99Ms }: LoadResult): number {
  if (Object.keys(statuses).some((status) => status !== '200')) {
    throw new Error(`${path} was answered ${JSON.stringify(statuses)}`);
  }
  return p99Ms;
}

function casesOf(before: readonly number[], during: readonly number[]): NoticedCase[] {
  return paths.map((path, index) => {
    const [beforeP99Ms, duringP99Ms] = [before[index] ?? Number.NaN, during[index] ?? Number.NaN];
    return { path, beforeP99Ms, duringP99Ms, ratio: Number((duringP99Ms / beforeP99Ms).toFixed(2)) };
  });
}

/** @param meanwhile like `a rebuild of all projections` */
export function describeNoticed(
  { machine, cases }: { readonly machine: string; readonly cases: readonly NoticedCase[] },
  meanwhile: string,
  ratioMax: number,
): string[] {
  return [
    `p99 of ${readsPerSecond} reads a second, before and during ${meanwhile}`,
    machine,
    ...cases.map(
      ({ path, beforeP99Ms, duringP99Ms, ratio }) =>
        `${path.padEnd(26)} ${beforeP99Ms} ms, ${duringP99Ms} ms: ${ratio} times (bar <= ${ratioMax})`,
    ),
  ];
}
