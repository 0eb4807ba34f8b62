import { constants } from 'node:zlib';

/**
 * How zstd compresses a report or less: level 1 with small tables. A report of 6.7 kB becomes 1.6 kB, no more than with zstd's
 * usual tables. Those are so large that malloc, as the hub sets it, maps them anew for each call, which doubles its CPU time,
 * from 26 us to 50.
 */
export const smallZstd = {
  chunkSize: 4096,
  params: {
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_windowLog]: 14,
    [constants.ZSTD_c_hashLog]: 12,
  },
};
