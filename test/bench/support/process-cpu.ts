import { readdirSync, readFileSync } from 'node:fs';

export interface Server {
  readonly pid: number;
  readonly postgresPid: number;
}

export interface ServerCpu {
  readonly nodeMs: number;
  readonly postgresMs: number;
}

/** A tick of /proc/<pid>/stat; Linux reports 100 ticks a second to programs. */
const msPerTick = 10;

interface ProcessStat {
  readonly parent: number;
  /** User and system time. */
  readonly ownMs: number;
  /** The same of its children that have ended. */
  readonly endedChildrenMs: number;
}

export function cpuOfServer({ pid, postgresPid }: Server): ServerCpu {
  return { nodeMs: cpuOfThreads(pid), postgresMs: cpuOfFamily(postgresPid) };
}

export async function cpuDuring<Result>(
  server: Server,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly cpu: ServerCpu }> {
  const before = cpuOfServer(server);
  const result = await work();
  const after = cpuOfServer(server);
  const cpu = { nodeMs: after.nodeMs - before.nodeMs, postgresMs: after.postgresMs - before.postgresMs };
  return { result, cpu };
}

/** CPU of all ended commands of this process, ms. */
export function cpuOfEndedChildren(): number {
  return readStat('self')?.endedChildrenMs ?? 0;
}

export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

/** Proportional set size of a process, or of the family of a server, MB. */
export function proportionalMegabytes(pid: number, withChildren = false): number {
  const pids = withChildren ? [pid, ...childrenOf(pid)] : [pid];
  const kilobytes = pids.map((each) => {
    const rollup = inProc(() => readFileSync(`/proc/${each}/smaps_rollup`, 'utf8')) ?? '';
    return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0);
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => readStat(each)?.parent === pid);
}

/** CPU of a Node process, ms. Linux counts threads in nanoseconds, and no thread of Node ends. */
export function cpuOfThreads(pid: number): number {
  const threads = inProc(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const nanoseconds = threads.map((thread) => {
    const [ran = 0] =
      inProc(() => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1'))?.split(' ') ?? [];
    return Number(ran);
  });
  return nanoseconds.reduce((sum, ran) => sum + ran, 0) / 1e6;
}

/** CPU of a process and of its children, also of ended children, ms. */
export function cpuOfFamily(pid: number): number {
  const root = readStat(pid);
  if (root === null) return 0;
  return childrenOf(pid).reduce(
    (sum, child) => sum + (readStat(child)?.ownMs ?? 0),
    root.ownMs + root.endedChildrenMs,
  );
}

function readStat(pid: number | 'self'): ProcessStat | null {
  const text = inProc(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (text === null) return null;
  // The name in parentheses may hold spaces: count the fields from its end.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ms = (...indexes: readonly number[]): number =>
    indexes.reduce((sum, index) => sum + (fields[index] ?? 0) * msPerTick, 0);
  return { parent: fields[1] ?? 0, ownMs: ms(11, 12), endedChildrenMs: ms(13, 14) };
}

/** @returns null once the process or the thread is gone */
function inProc<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch {
    return null;
  }
}
