import { dayMs } from './durations.ts';

// Sessions of the console (operations.md, Sign-in at the console).

/** A session ends when it was unused for this time. */
export const sessionUnusedMs = 30 * dayMs;
/** For one member. A further session ends the least recently used session. */
export const sessionsMax = 20;
/**
 * To the console, and to the read API with the key of the session. The limit of a member's own keys
 * would stop a person who opens ten pages within a minute.
 */
export const sessionRequestsPerMinute = 600;
