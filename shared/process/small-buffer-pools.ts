/**
 * Node cuts small buffers out of pools of 64 KB, and a pool is freed only with its last buffer. With 10 maps that poll, the
 * buffers that zlib keeps until V8 collects its whole heap held 2 MB of pools a second. With pools of 8 KB it is a tenth.
 */
Buffer.poolSize = 8 * 1_024;
