import { dayMs } from './durations.ts';

// Sessions of the console (operations.md, Sign-in at the console).

/** A session ends when it was unused for this time. */
export const sessionUnusedMs = 30 * dayMs;
/** For one member. A further session ends the least recently used session. */
export const sessionsMax = 20;
