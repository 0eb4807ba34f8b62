/**
 * A text as bytes that are kept. A buffer of Node's pool would keep a whole slab of 8 KB in memory.
 */
export function unpooledBuffer(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** Copies chunks into one buffer outside of Node's pool. */
export function concatBuffers(chunks: readonly Buffer[]): Buffer {
  const joined = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const chunk of chunks) end += chunk.copy(joined, end);
  return joined;
}
