import { dayMs } from './durations.ts';

// Sessions of the console (operations.md, Who is asking at the console).

/** A session ends when it was not used for so long. */
export const sessionUnusedMs = 30 * dayMs;
/** Most sessions of one member: a further one ends the one that was not used for longest. */
export const sessionsMax = 20;
