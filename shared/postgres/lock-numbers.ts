/**
 * The numbers of all advisory locks in the hub's databases. A lock never changes its number,
 * because it also excludes processes of other releases. A new lock gets a number that was never
 * used. 7_305_130 and 7_305_131 were used by earlier releases.
 */
export const lockNumbers = {
  /** Held exclusively by a hub in one process, or shared by the processes of one hub. */
  hub: 7_305_120,
  migration: 7_305_121,
  generations: 7_305_122,
  logMaintenance: 7_305_123,
  rowExpiry: 7_305_124,
  streams: 7_305_125,
  backup: 7_305_126,
  /** Held while the keys of backups are replaced. */
  backupKeys: 7_305_127,
  /** Held by the process that takes the backups of the hub. */
  backupKeeper: 7_305_128,
  /** Held while a backup is verified. */
  backupVerify: 7_305_129,
  /** Held while a feed epoch is opened. */
  feedEpoch: 7_305_132,
  /**
   * Held while a link to sign in is created. The first of two numbers; the second is a hash of the
   * member.
   */
  signInLinks: 7_305_133,
  /**
   * The first of two numbers; the second is a hash of the projection's name. By mistake the first
   * number equals `logMaintenance`. The mistake does no harm, because PostgreSQL never confuses a
   * pair of numbers with a single number.
   */
  build: 7_305_123,
} as const;
