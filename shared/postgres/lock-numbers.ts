/**
 * A lock never changes its number, because it also excludes processes of other releases. A new lock
 * needs an unused number: earlier releases used 7_305_130 and 7_305_131.
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
  backupKeys: 7_305_127,
  /** Held by the process that takes the nightly backups. */
  backupKeeper: 7_305_128,
  backupVerify: 7_305_129,
  feedEpoch: 7_305_132,
} as const;

/**
 * The first number of locks with two numbers. PostgreSQL never confuses a pair with a single
 * number.
 */
export const pairLockNumbers = {
  /** The second number is a hash of the member. */
  signInLinks: 7_305_133,
  /** The second number is a hash of the projection's name. */
  build: 7_305_123,
} as const;
