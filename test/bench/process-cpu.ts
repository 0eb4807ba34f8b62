import { readdirSync, readFileSync } from 'node:fs';

/** A tick of /proc/<pid>/stat; Linux has reported 100 a second to programs for decades. */
const msPerTick = 10;

interface ProcessStat {
  readonly parent: number;
  /** User and system time of the process, and of its children that have ended, ms. */
  readonly ownMs: number;
  readonly endedChildrenMs: number;
}

/**
 * User and system time that the threads of a Node process have used, ms; those of other programs end, and would be missing. In
 * nanoseconds, where the figure of the process is in ticks: sixty polls take four to six of them.
 */
export function cpuOf(pid: number): number {
  const threads = inProc(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const nanoseconds = threads.map((thread) => {
    const [ran = 0] =
      inProc(() => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1'))?.split(' ') ?? [];
    return Number(ran);
  });
  return nanoseconds.reduce((sum, ran) => sum + ran, 0) / 1e6;
}

/** @returns null once the process or the thread is gone */
function inProc<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The same for a process and all that it started, such as a PostgreSQL server. */
export function cpuOfFamily(pid: number): number {
  const root = readStat(pid);
  if (root === null) return 0;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.parent === pid);
  return children.reduce((sum, stat) => sum + (stat?.ownMs ?? 0), root.ownMs + root.endedChildrenMs);
}

/** Resident memory, MB. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

function readStat(pid: number): ProcessStat | null {
  const text = inProc(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (text === null) return null;
  // The name in parentheses may hold spaces; the fields count from behind it: state is the first.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ms = (...indexes: readonly number[]): number =>
    indexes.reduce((sum, index) => sum + (fields[index] ?? 0) * msPerTick, 0);
  return { parent: fields[1] ?? 0, ownMs: ms(11, 12), endedChildrenMs: ms(13, 14) };
}
