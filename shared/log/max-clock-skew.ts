/**
 * A record may be older than the record before it by up to this many ms: the clock of a new leader
 * may be behind.
 */
export const clockSkewMaxMs = 60_000;
