/**
 * The time in ms by which the next record of a partition may be older: the clock of a new leader
 * may be behind. The doctor reports a much smaller skew.
 */
export const clockSkewMaxMs = 60_000;
