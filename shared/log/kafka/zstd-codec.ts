import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { smallZstdOptions } from '../../runtime/compression-options.ts';

const compressInThread = promisify(zstdCompress);
const decompressInThread = promisify(zstdDecompress);

/** A smaller batch costs more in another thread. */
const sameThreadBytesMax = 32 * 1024;

export const zstdCodec = {
  compress: async ({ buffer }: { readonly buffer: Buffer }): Promise<Buffer> => {
    const pledged = { pledgedSrcSize: buffer.length };
    return buffer.length <= sameThreadBytesMax
      ? zstdCompressSync(buffer, { ...smallZstdOptions, ...pledged })
      : compressInThread(buffer, { ...largeBatch, ...pledged });
  },
  /** @throws when the bytes are no frame, or the frame is cut off */
  decompress: async (frame: Buffer): Promise<Buffer> => {
    const size = contentSize(frame);
    // Earlier hubs wrote frames without a size.
    if (size === null) return decompressInThread(frame);
    // One large step is fastest. With one extra byte zstd sees the end in the first step.
    const how = { chunkSize: Math.min(Math.max(size + 1, chunkBytesMin), chunkBytesMax) };
    return size <= sameThreadBytesMax ? zstdDecompressSync(frame, how) : decompressInThread(frame, how);
  },
};

/** The small tables of `smallZstdOptions` compress large batches worse. */
const largeBatch = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The maximum limits the memory for a frame with a wrong size. */
const [chunkBytesMin, chunkBytesMax] = [4 * 1024, 1024 * 1024];

/** Magic number and sizes (RFC 8878, 3.1.1). */
const headerBytesMax = 18;

/** RFC 8878, 3.1.1.1; null for a header without a size. */
function contentSize(frame: Buffer): number | null {
  const header = Buffer.alloc(headerBytesMax);
  frame.copy(header);
  const descriptor = header.readUInt8(4);
  const isSingleSegment = (descriptor & 0b10_0000) !== 0;
  const dictionaryIdBytes = [0, 1, 2, 4][descriptor & 0b11] ?? 0;
  const at = 5 + (isSingleSegment ? 0 : 1) + dictionaryIdBytes;
  switch (descriptor >> 6) {
    case 0:
      return isSingleSegment ? header.readUInt8(at) : null;
    case 1:
      return header.readUInt16LE(at) + 256;
    case 2:
      return header.readUInt32LE(at);
    default:
      return Number(header.readBigUInt64LE(at));
  }
}
