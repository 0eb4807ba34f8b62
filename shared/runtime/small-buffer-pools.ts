/**
 * Node frees a pool with its last buffer, so one long-lived buffer keeps less memory in a smaller
 * pool.
 */
Buffer.poolSize = 8 * 1_024;
