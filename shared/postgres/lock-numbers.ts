/**
 * Every advisory lock of the hub's databases, by the one number it takes. Releases that run side by side exclude each other
 * by these: a number stays with its lock, and a new lock gets one that was never used.
 */
export const lockNumbers = {
  /** A hub of one process alone, or the processes of one hub together. */
  hub: 7_305_120,
  migration: 7_305_121,
  generations: 7_305_122,
  logMaintenance: 7_305_123,
  rowExpiry: 7_305_124,
  streams: 7_305_125,
  /** Taken in SQL: `services/query/limits/migrations/002-take-requests.sql`. */
  requestLimits: 7_305_130,
  /** The first of two numbers, before that of a room. PostgreSQL keeps pairs apart from single numbers. */
  build: 7_305_123,
} as const;
