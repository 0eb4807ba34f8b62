// Everything that differs between Linux and macOS. Windows runs the hub in WSL, which is Linux.
// Nothing for macOS was tried on a Mac. Plain JavaScript that Node 20 understands.
import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const isMac = process.platform === 'darwin';

/** For example `linux-x64`, as in the names of npm's packages. */
export const platformName = `${process.platform}-${process.arch}`;

/**
 * The Node that npm installs as an optional package, so that the machine's own Node may be older.
 * npm has no such package for macOS.
 */
export const bundledNode = fileURLToPath(
  new URL(`../../node_modules/node-${platformName}/bin/node`, import.meta.url),
);

/** Whether the hub was tried here; on arm64 in an emulation only. */
export const isTested = ['linux-x64', 'linux-arm64'].includes(platformName);

/** Whether npm has a PostgreSQL with the layout that the hub needs. */
export const canEmbedPostgres = isMac || process.platform === 'linux';

/** Whether a process may become another program and keep its open files and its id. */
export const canReplaceProcess = process.platform === 'linux';

/**
 * Older releases of macOS have no locale C.UTF-8. With an unknown LC_ALL, no server starts there.
 */
export const postgresLocale = isMac
  ? { environment: 'C', initdb: ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'] }
  : { environment: 'C.UTF-8', initdb: ['--locale=C.UTF-8'] };

/** Without the setting, macOS leaves written data in the cache of the disk. */
export const postgresSettings = isMac ? { wal_sync_method: 'fsync_writethrough' } : {};

/**
 * The working directories of PostgreSQL's processes by process id. Zombies and dead processes have
 * none. An operator's shell may have the same working directory, so the name counts too.
 * @param {number} [only] looks at this process
 * @returns {Promise<ReadonlyMap<number, string>>}
 */
export async function findPostgresFolders(only) {
  return isMac ? foldersOfLsof(only) : foldersOfProc(only);
}

/** @param {number} [only] */
async function foldersOfProc(only) {
  const names = only === undefined ? await readdir('/proc') : [String(only)];
  const found = names.filter((name) => /^\d+$/.test(name)).map(folderOfProc);
  return new Map((await Promise.all(found)).flat());
}

/**
 * @param {string} pid
 * @returns {Promise<[number, string][]>}
 */
async function folderOfProc(pid) {
  try {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8');
    return name === 'postgres\n' ? [[Number(pid), await readlink(`/proc/${pid}/cwd`)]] : [];
  } catch {
    return [];
  }
}

/**
 * Exported for its test, which runs on Linux.
 * @param {number} [only]
 */
export async function foldersOfLsof(only) {
  const which = only === undefined ? [] : ['-p', String(only)];
  const args = ['-a', '-c', '/^postgres$/', '-d', 'cwd', ...which, '-Fpn'];
  // lsof fails when no process is found.
  const { stdout } = await promisify(execFile)('lsof', args).catch(() => ({ stdout: '' }));
  const found = [...stdout.matchAll(/^p(\d+)\n(?:f.*\n)?n(.*)$/gm)];
  return new Map(found.map(([, pid, folder = '']) => [Number(pid), folder]));
}

/**
 * The same text while the process lives, null afterwards and for a zombie. Takes one system call.
 * @param {number} pid
 */
export function signOfLife(pid) {
  try {
    return isMac ? String(process.kill(pid, 0)) : readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/**
 * Empty for a dead process.
 * @param {number} pid
 */
export function processTitle(pid) {
  try {
    return isMac
      ? execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
      : readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

/**
 * The ids that have a priority of their own: threads on Linux, the process on macOS.
 * @param {number} pid
 */
export function priorityHolders(pid) {
  return isMac ? [pid] : readdirSync(`/proc/${pid}/task`).map(Number);
}
