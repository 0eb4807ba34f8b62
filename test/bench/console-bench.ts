import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { setThreadPriorities } from '../../shared/process/set-thread-priorities.ts';
import type { ActsJob, ActsResult } from './console-acts.ts';
import { type ConsoleGuild, openConsoleGuild } from './console-hub.ts';
import type { TabsCount, TabsJob } from './console-tabs.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { machine } from './machine.ts';
import { cpuOf, cpuOfFamily, residentMegabytes } from './process-cpu.ts';
import { startWorker, type Worker } from './workers.ts';

/** Two consoles and two query processes with 1,000 open tabs: reads, sign-ins, commands, memory. */
export interface ConsoleResult {
  readonly bench: 'console';
  readonly machine: string;
  readonly members: number;
  readonly tabs: number;
  /** Nothing changes. */
  readonly quiet: Reads;
  /** Acts a second: the most that were kept up with; 0 where none was. */
  readonly fullLoad: number;
  /** At half of it. */
  readonly half: ActsResult & { readonly reads: Reads };
  /** Reports a second, and nobody does anything at a console. */
  readonly atPlay: Reads & { readonly reportsPerSecond: number };
  /** Whether reads took their normal time again before each phase. */
  readonly settled: boolean;
  readonly highestMegabytes: number;
  readonly failed: readonly string[];
  readonly holds: boolean;
}

interface Reads extends TabsCount {
  /** Of the snapshot's answers. */
  readonly notModified: number;
  /** Cores that each part of the hub, its PostgreSQL and the load generators used. */
  readonly cores: Readonly<Record<string, number>>;
}

const bars = { notModified: 0.99, p99Ms: 250, megabytes: 150, lateShare: 0.1 } as const;
const loads = [2, 5, 10, 20, 30, 40, 60, 80, 100, 130, 160, 200] as const;
const loadSeconds = 6;
const openingSeconds = 40;
const keptUpMs = 1_000;
const seconds = 40;
/** 1 % of the accounts. */
const reportsPerSecond = 5;
/** Without reports players turn stale after 120 s and offline after 186 s: between the two nothing changes, either. */
const offlineAfterMs = 190_000;
const quietWithinMs = 180_000;
/** The ladder ends in an overload, after which all tabs come back in their own time. */
const settledWithinMs = 60_000;
const settlingMs = 5_000;
const sampleEveryMs = 500;

interface Stage {
  readonly guild: ConsoleGuild;
  readonly tabs: Worker<TabsJob, TabsCount>;
  readonly acts: Worker<ActsJob, ActsResult>;
  readonly generators: readonly Worker<never, unknown>[];
}

export async function benchConsole(members: number): Promise<ConsoleResult> {
  const closing: (() => Promise<void>)[] = [];
  try {
    const load = started(startWorker<LoadJob, LoadResult>('./load.ts'));
    const tabs = started(startWorker<TabsJob, TabsCount>('./console-tabs.ts'));
    const acts = started(startWorker<ActsJob, ActsResult>('./console-acts.ts'));
    const generators = [load, tabs, acts];
    for (const { stop } of generators) closing.push(stop);
    const guild = await openConsoleGuild((close) => closing.push(close), load, members);
    const watch = watchMemory(guild);
    closing.push(async () => void watch.stop());
    const { keys, queries } = guild;
    await tabs.run({ kind: 'open', keys, ports: queries.map(({ port }) => port) });
    const measured = await measure({ guild, tabs, acts, generators });
    const highestMegabytes = watch.stop();
    const failed = failedBars({ ...measured, highestMegabytes });
    return {
      bench: 'console',
      machine: machine(),
      members,
      tabs: keys.length,
      ...measured,
      highestMegabytes,
      failed,
      holds: failed.length === 0,
    };
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** Clients are on other machines: that a load generator itself waits for a CPU is nothing that they notice. */
function started<Job, Answer>(worker: Worker<Job, Answer>): Worker<Job, Answer> {
  if (!setThreadPriorities(worker.pid, constants.priority.PRIORITY_HIGH)) {
    process.stderr.write('not root: the load generators wait for a CPU like the hub\n');
  }
  return worker;
}

async function measure(stage: Stage) {
  const { guild } = stage;
  // The reports that introduced the accounts came before.
  const reportedAt = performance.now();
  const fullLoad = await findFullLoad(stage);
  const settled = [await settle(stage)];
  const half = await reading(stage, () => give(stage, Math.max(fullLoad, loads[0]) / 2, seconds));
  await pause(Math.max(0, reportedAt + offlineAfterMs - performance.now()));
  await untilQuiet(stage);
  settled.push(await settle(stage));
  const quiet = await reading(stage, () => pause(seconds * 1_000));
  await guild.report(reportsPerSecond, 6);
  settled.push(await settle(stage));
  const atPlay = await reading(stage, () => guild.report(reportsPerSecond, seconds));
  return {
    fullLoad,
    half: { ...half.outcome, reads: half.reads },
    quiet: quiet.reads,
    atPlay: { ...atPlay.reads, reportsPerSecond },
    settled: settled.every(Boolean),
  };
}

/** Goes up until an act or a read is refused, or a tenth of the acts takes over a second. */
async function findFullLoad(stage: Stage): Promise<number> {
  // The tabs open meanwhile.
  await give(stage, loads[0], openingSeconds);
  await settle(stage);
  let held = 0;
  for (const perSecond of loads) {
    const { outcome: result, reads } = await reading(stage, () => give(stage, perSecond, loadSeconds));
    const { p90Ms, signIns, commands } = result;
    process.stderr.write(
      `${perSecond} acts/s: p90 ${p90Ms} ms, p99 of sign-ins ${signIns.p99Ms}, of commands ${commands.p99Ms} ms, ${JSON.stringify(result.statuses)}\n`,
    );
    if (refusedOf(result) > 0 || !isAnswered(reads) || p90Ms > keptUpMs) break;
    held = perSecond;
  }
  return held;
}

/** Waits until reads are answered, and in their normal time. @returns whether they were within a minute */
async function settle({ tabs }: Stage): Promise<boolean> {
  const until = performance.now() + settledWithinMs;
  while (performance.now() < until) {
    await tabs.run({ kind: 'count' });
    await pause(settlingMs);
    const count = await tabs.run({ kind: 'count' });
    if (isAnswered(count) && count.p99Ms < bars.p99Ms) return true;
  }
  return false;
}

async function give({ guild, acts }: Stage, perSecond: number, forSeconds: number): Promise<ActsResult> {
  const { consoles, members: acting } = guild;
  const links = await guild.makeLinks(Math.ceil((perSecond * forSeconds) / 5) + 1);
  const ports = consoles.map(({ port }) => port);
  return acts.run({ ports, members: acting, links, perSecond, seconds: forSeconds });
}

/** A flip of the last players changes the snapshot once more. */
async function untilQuiet({ tabs }: Stage): Promise<void> {
  const until = performance.now() + quietWithinMs;
  for (;;) {
    await tabs.run({ kind: 'count' });
    await pause(6_000);
    const { snapshot } = await tabs.run({ kind: 'count' });
    if ((snapshot[200] ?? 0) === 0) return;
    if (performance.now() > until) throw new Error(`still ${JSON.stringify(snapshot)}`);
  }
}

async function reading<Outcome>(stage: Stage, work: () => Promise<Outcome>) {
  const { tabs } = stage;
  await tabs.run({ kind: 'count' });
  const [before, startedAt] = [cpuOfParts(stage), performance.now()];
  const outcome = await work();
  const tookMs = performance.now() - startedAt;
  const after = cpuOfParts(stage);
  const count = await tabs.run({ kind: 'count' });
  const answers = Object.values(count.snapshot).reduce((sum, each) => sum + each, 0);
  const cores = Object.fromEntries(
    Object.entries(after).map(([part, ms]) => [part, rounded((ms - (before[part] ?? 0)) / tookMs)]),
  );
  const reads: Reads = { ...count, notModified: rounded((count.snapshot[304] ?? 0) / answers, 4), cores };
  process.stderr.write(`${JSON.stringify(reads)}\n`);
  return { outcome, reads };
}

function cpuOfParts({ guild, generators }: Stage): Record<string, number> {
  const sum = (parts: readonly { readonly pid: number }[]) =>
    parts.reduce((total, { pid }) => total + cpuOf(pid), 0);
  return {
    consoles: sum(guild.consoles),
    queries: sum(guild.queries),
    projector: sum([guild.projector]),
    PostgreSQL: cpuOfFamily(guild.hub.postgresPid),
    'load generators': sum(generators),
  };
}

/** @returns ends it, and gives the most that a console had, MB */
function watchMemory({ consoles }: ConsoleGuild): { stop(): number } {
  let highest = 0;
  const timer = setInterval(() => {
    for (const { pid } of consoles) highest = Math.max(highest, residentMegabytes(pid));
  }, sampleEveryMs);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.round(highest);
    },
  };
}

function refusedOf({ statuses }: ActsResult): number {
  return Object.entries(statuses).reduce(
    (sum, [name, count]) => sum + (name.endsWith(' 200') ? 0 : count),
    0,
  );
}

type Measured = Pick<
  ConsoleResult,
  'fullLoad' | 'quiet' | 'half' | 'atPlay' | 'settled' | 'highestMegabytes'
>;

function failedBars({ fullLoad, quiet, half, atPlay, settled, highestMegabytes }: Measured): string[] {
  const holds = {
    'full load': fullLoad > 0,
    'reads without news': quiet.notModified >= bars.notModified,
    'reads settle': settled,
    'reads refused': [quiet, half.reads, atPlay].every(isAnswered),
    'sign-ins': half.signIns.p99Ms < bars.p99Ms,
    commands: half.commands.p99Ms < bars.p99Ms,
    'refused at half load': refusedOf(half) === 0,
    'load generators': half.lateShare <= bars.lateShare,
    memory: highestMegabytes < bars.megabytes,
  };
  return Object.entries(holds).flatMap(([name, held]) => (held ? [] : [name]));
}

function isAnswered({ snapshot, everything, events }: TabsCount): boolean {
  const statuses = [snapshot, everything, events].flatMap((answers) => Object.keys(answers));
  return statuses.every((status) => /^(200|304)$/.test(status));
}

function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

export function describeConsole(result: ConsoleResult): string {
  const { half, quiet, atPlay, failed } = result;
  const reads = (name: string, { notModified, p99Ms, cores }: Reads) =>
    `${name.padEnd(18)} ${(notModified * 100).toFixed(1)} % of the snapshot's answers 304, p99 ${Math.round(p99Ms)} ms; cores: ${Object.entries(
      cores,
    )
      .map(([part, used]) => `${part} ${used}`)
      .join(', ')}`;
  return [
    `console, ${result.members} members with ${result.tabs} open tabs, two query processes and two consoles`,
    result.machine,
    reads('nothing changes', quiet),
    reads(`${atPlay.reportsPerSecond} reports a second`, atPlay),
    reads('at half load', half.reads),
    `full load ${result.fullLoad} acts a second: a fifth sign-ins, three fifths commands, a fifth pages; p50 / p99 at half of it`,
    `sign-ins           ${half.signIns.p50Ms} / ${half.signIns.p99Ms} ms of ${half.signIns.count}, bar < ${bars.p99Ms}`,
    `commands           ${half.commands.p50Ms} / ${half.commands.p99Ms} ms of ${half.commands.count}, bar < ${bars.p99Ms}`,
    `loads of a page    ${half.pages.p50Ms} / ${half.pages.p99Ms} ms of ${half.pages.count}`,
    `memory             ${result.highestMegabytes} MB at most of a console, bar < ${bars.megabytes} MB`,
    failed.length === 0 ? 'all bars hold' : `FAILS: ${failed.join(', ')}`,
  ].join('\n');
}
