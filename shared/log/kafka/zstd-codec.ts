import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { smallZstdOptions } from '../../runtime/compression-options.ts';

const compressInThread = promisify(zstdCompress);
const decompressInThread = promisify(zstdDecompress);

/**
 * Bytes of a batch that are not worth a thread. Most batches of a guild at play hold one report's records of a partition:
 * 3 KB take 30 us here, and 120 us more of CPU to be handed to a thread and back.
 */
const atOnceMax = 32 * 1024;

/** What kafkajs asks of a codec. It brings none for zstd, which Node has. */
export const zstdCodec = {
  // A batch of 3 KB took 0.67 ms with zstd's usual level and tables, in a thread; it becomes 1.1 KB either way.
  compress: async ({ buffer }: { readonly buffer: Buffer }): Promise<Buffer> => {
    const told = { pledgedSrcSize: buffer.length };
    return buffer.length <= atOnceMax
      ? zstdCompressSync(buffer, { ...smallZstdOptions, ...told })
      : compressInThread(buffer, { ...largeBatch, ...told });
  },
  /** @throws when the bytes are no frame, or one that is cut off */
  decompress: async (frame: Buffer): Promise<Buffer> => {
    const size = contentSize(frame);
    // As earlier hubs wrote them, however large.
    if (size === null) return decompressInThread(frame);
    // One byte more, in which zstd sees the end. In steps of 16 KB a batch of 400 KB takes three times as long.
    const how = { chunkSize: Math.min(Math.max(size + 1, chunkBytesMin), chunkBytesMax) };
    return size <= atOnceMax ? zstdDecompressSync(frame, how) : decompressInThread(frame, how);
  },
};

/** Small tables find less in more bytes: of 100 KB a third more are left. */
const largeBatch = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The maximum is for a frame that says too large a size: it must not get memory that it cannot fill. */
const [chunkBytesMin, chunkBytesMax] = [4 * 1024, 1024 * 1024];

/** The longest header of a frame, magic number and sizes (RFC 8878, 3.1.1). */
const headerBytesMax = 18;

/** The bytes of a frame's content as its header says (RFC 8878, 3.1.1.1); null when it does not. */
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
