import { constants } from 'node:zlib';

/** Compresses a report or less with zstd: level 1, with tables of the size of a report. */
export const smallZstdOptions = {
  chunkSize: 4096,
  params: {
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_windowLog]: 14,
    [constants.ZSTD_c_hashLog]: 12,
  },
};

/** Compresses a page of an answer with deflate: level 1, with tables of the size of a page. */
export const smallDeflateOptions = { level: 1, windowBits: 14, memLevel: 7 } as const;
