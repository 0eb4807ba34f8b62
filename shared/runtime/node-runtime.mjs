// The settings of the Node that runs the hub. README.md explains each setting. Plain JavaScript
// that Node 20 understands.
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { bundledNode } from './platform.mjs';

/**
 * A `server` runs for months and answers requests. A `batch` goes through a whole log once. A
 * `loading` server becomes a `server` with `settleHeap`. Size of each half of the young generation
 * in MB, and growth of the old generation between two collections in percent.
 */
const heapOf = {
  loading: { semiSpace: 8, growth: 150 },
  server: { semiSpace: 8, growth: 40 },
  batch: { semiSpace: 16, growth: 60 },
};

/**
 * @param {string} node the path of its program
 * @param {keyof typeof heapOf} [workload]
 */
export function nodeFlags(node, workload = 'server') {
  const { semiSpace, growth } = heapOf[workload];
  const flags = [`--max-semi-space-size=${semiSpace}`];
  // The other flags belong to V8 and may change with its release, which is known for the bundled
  // Node only.
  return node === bundledNode
    ? [...flags, '--no-allocation-site-pretenuring', `--heap-growing-percent=${growth}`]
    : flags;
}

/**
 * The flags of each workload. Node keeps separate compiled code for each set of flags.
 * @param {string} node
 */
export function everyFlags(node) {
  return [nodeFlags(node, 'loading'), nodeFlags(node, 'server'), nodeFlags(node, 'batch')];
}

/**
 * Ends `loading`: from now on the heap of this process grows as slowly as the heap of a `server`.
 */
export function settleHeap() {
  if (process.execPath === bundledNode) setFlagsFromString(`--heap-growing-percent=${heapOf.server.growth}`);
}

/** Settings of glibc's malloc, which reads them when a process starts. */
export const mallocSettings = { MALLOC_MMAP_THRESHOLD_: '61440', MALLOC_ARENA_MAX: '1' };

/** Keeps compiled code. Node works without the cache when it cannot write this folder. */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));

/** The environment of every process of a hub. */
export const environment = { NODE_COMPILE_CACHE: compileCache, ...mallocSettings, ...process.env };
