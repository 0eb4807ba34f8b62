import type { Account, ApiKey, Device, IdentityLink, Member, PairingCode } from '../model/entities.ts';

/**
 * The whole of `access` as one consistent, immutable copy in memory. Small: a row per member,
 * device, account and key. Times are epoch ms by the log's clock.
 */
export interface Directory {
  /** `next_offset` of `hub.membership` that this copy shows: every record below it is in. */
  readonly version: number;
  /** The time up to which the log was applied. No record with an earlier time can appear later. */
  readonly watermark: number;
  readonly decommissionedSince: number | null;
  readonly members: ReadonlyMap<string, Member>;
  /** Ids of members with the mark of an admin. */
  readonly admins: ReadonlySet<string>;
  readonly accounts: ReadonlyMap<string, Account>;
  /** Keyed by `identityKey`. */
  readonly identities: ReadonlyMap<string, IdentityLink>;
  /** Accounts and members that were erased: nothing comes under these ids again. */
  readonly erased: ReadonlySet<string>;
  /** Keyed by the base64 SHA-256 of the token. */
  readonly devicesByTokenHash: ReadonlyMap<string, Device>;
  /**
   * Keyed by `pairingCodeHash`; expired codes are among them. A request with a code that is not
   * here is refused without an append to the log, which would be kept for ever.
   */
  readonly pairingCodes: ReadonlyMap<string, PairingCode>;
  readonly keysByPrefix: ReadonlyMap<string, ApiKey>;
}

/**
 * Keeps a directory current. It reads after each notification of the projection, and also at
 * intervals.
 */
export interface DirectoryKeeper {
  /**
   * The newest copy, at most 5 s old: a replica that cannot refresh serves no stale rights.
   * @throws DirectoryUnavailable before the first copy was read, and when the last refresh is older
   */
  current(): Directory;
  /**
   * The newest copy, however old: ingest takes reports of the devices that it knows while the
   * database is away.
   * @throws DirectoryUnavailable before the first one was read
   */
  currentOrStale(): Directory;
  /**
   * The copy once it shows `version` or more.
   * @throws DirectoryUnavailable after `deadlineMs`, for too many callers, and when it is closed
   */
  atLeast(version: number, deadlineMs: number): Promise<Directory>;
  /**
   * A copy whose reading began after the call.
   * @throws DirectoryUnavailable without such a copy within 250 ms
   */
  renewed(): Promise<Directory>;
  /**
   * An estimate of the database's clock now, from the clock times of earlier reads; epoch ms. Slow
   * answers make the estimate lower, never higher. Infinite before the first read. A call runs no
   * statement, and works while the database is away.
   */
  latestClock(): number;
  /** Called after each new copy. @returns how to stop */
  onChange(listener: (directory: Directory) => void): () => void;
  close(): Promise<void>;
}

/** A request cannot be decided now, because the rights that it needs are missing or too old. */
export class DirectoryUnavailable extends Error {
  override readonly name = 'DirectoryUnavailable';
}
