/**
 * Node cuts small buffers out of pools of 64 KB, and each stays until the last buffer of it is let go of. With 10 maps that
 * poll, what zlib keeps of an entry until V8 collects its whole heap held 2 MB of pools a second; of 8 KB, a tenth of it.
 */
Buffer.poolSize = 8 * 1_024;
