/** The size of Node's pools that were in use before the hub set a smaller one. */
const firstPoolBytes = 64 * 1_024;

/**
 * Gives the memory of a buffer back at once, of which its owner knows that nobody uses it any more; it is empty from then
 * on. V8 collects memory outside of its heap late: while one member sent the largest events, a hub held 29 MB more of it.
 * Those that are cut out of Node's pools share their memory, which cannot be given back, and stay as they are.
 */
export function releaseBuffer({ buffer: memory }: Buffer): void {
  const { byteLength } = memory;
  if (byteLength <= Buffer.poolSize || byteLength === firstPoolBytes) return;
  if (memory instanceof ArrayBuffer && !memory.detached) memory.transfer(0);
}
