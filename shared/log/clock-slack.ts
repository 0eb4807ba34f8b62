/**
 * By how much times within a partition may fall, in ms. Who appends next may have a clock that is behind: another broker, as
 * the new leader of a partition, or one that was set back. The doctor complains of clocks from 2 s on.
 */
export const clockSlackMs = 60_000;
