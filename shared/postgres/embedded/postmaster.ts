import { readdir, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pause, pollUntil } from '../../async/waiting.ts';
import { findPostgresFolders } from '../../runtime/platform.mjs';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: 'starting' | 'ready' | 'stopping';
}

const pollMs = 20;

/**
 * Checks the process itself: the pid in the file may belong to another program by now, or to a
 * zombie in a container.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!(pid > 0) || !(await servesOn(pid, cluster))) return null;
  const status = lines[7] === 'ready' || lines[7] === 'stopping' ? lines[7] : 'starting';
  return { pid, port, status };
}

/** Whether the process is a PostgreSQL that works in the folder. */
async function servesOn(pid: number, cluster: string): Promise<boolean> {
  const [folders, folder] = await Promise.all([findPostgresFolders(pid), realFolder(cluster)]);
  return folder !== null && folders.get(pid) === folder;
}

function realFolder(cluster: string): Promise<string | null> {
  return realpath(cluster).catch(() => null);
}

/**
 * Waits until no process of a killed server is left. Kills sessions after `graceMs`, because the
 * next server recovers from WAL.
 */
export async function clearKilledServer(cluster: string, graceMs = 5_000): Promise<void> {
  for (const deadline = Date.now() + graceMs; ; await pause(pollMs)) {
    const left = await findServerProcesses(cluster);
    if (left.length === 0) break;
    if (Date.now() > deadline) for (const pid of left) signal(pid, 'SIGKILL');
    if (Date.now() > deadline + graceMs) throw new Error(`processes ${left.join(', ')} do not end`);
  }
  for (const name of await readdir(cluster)) {
    // A lock whose pid belongs to another program by now would keep the next server from starting.
    if (name === 'postmaster.pid' || name.startsWith('.s.PGSQL.'))
      await rm(join(cluster, name), { force: true });
  }
}

export async function findServerProcesses(cluster: string): Promise<number[]> {
  const [folders, folder] = await Promise.all([findPostgresFolders(), realFolder(cluster)]);
  return [...folders].filter(([, inside]) => inside === folder).map(([pid]) => pid);
}

/**
 * A fast shutdown with a checkpoint; after `fastMs` an immediate shutdown, which needs a recovery.
 */
export async function stopPostmaster(cluster: string, fastMs = 5_000): Promise<void> {
  const server = await findPostmaster(cluster);
  if (server === null) return;
  signal(server.pid, 'SIGINT');
  if (await gone(server.pid, cluster, fastMs)) return;
  signal(server.pid, 'SIGQUIT');
  if (await gone(server.pid, cluster, 2_000)) return;
  signal(server.pid, 'SIGKILL');
}

async function gone(pid: number, cluster: string, waitMs: number): Promise<boolean> {
  const isGone = async () => ((await servesOn(pid, cluster)) ? null : true);
  return (await pollUntil(isGone, { withinMs: waitMs, everyMs: pollMs })) !== null;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}
