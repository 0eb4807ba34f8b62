/**
 * A record may be older than the record before it by up to this many ms. The clock of a new leader
 * may be behind. The doctor reports a much smaller skew.
 */
export const clockSkewMaxMs = 60_000;
