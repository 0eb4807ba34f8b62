/**
 * The numbers of all advisory locks in the hub's databases. Processes of different releases exclude each other by them, so a
 * lock never changes its number, and a new lock gets a number that was never used.
 */
export const lockNumbers = {
  /** Held exclusively by a hub in one process, or shared by the separate processes of one hub. */
  hub: 7_305_120,
  migration: 7_305_121,
  generations: 7_305_122,
  logMaintenance: 7_305_123,
  rowExpiry: 7_305_124,
  streams: 7_305_125,
  backup: 7_305_126,
  /** Held while the keys beside the backups are replaced. */
  backupKeys: 7_305_127,
  /** Held by the process that takes the backups of the hub. */
  backupKeeper: 7_305_128,
  /** Held while a backup is verified. */
  backupVerify: 7_305_129,
  /** Taken in SQL: `services/query/limits/migrations/002-take-requests.sql`. */
  requestLimits: 7_305_130,
  /** Taken in SQL: `services/ingest/migrations/001-pairing-attempt.sql`. */
  pairingAttempts: 7_305_131,
  /** Held while an epoch of the feed is opened. */
  feedEpoch: 7_305_132,
  /** Held while a link to sign in is made: the first of two numbers, the second is a hash of the member. */
  signInLinks: 7_305_133,
  /**
   * The first of two numbers; the second is the projection's. By an oversight it is `logMaintenance`'s, too, and stays so:
   * PostgreSQL never mixes up a pair and a single number.
   */
  build: 7_305_123,
} as const;
