/** The size of Node's pools that were in use before the hub set a smaller size. */
const firstPoolBytes = 64 * 1_024;

/**
 * Returns the memory of a buffer to the system at once. Call it only when nobody uses the buffer
 * any more: it is empty afterwards. Buffers that share a pool of Node keep their memory.
 */
export function releaseBuffer({ buffer: memory }: Buffer): void {
  const { byteLength } = memory;
  if (byteLength <= Buffer.poolSize || byteLength === firstPoolBytes) return;
  if (memory instanceof ArrayBuffer && !memory.detached) memory.transfer(0);
}
