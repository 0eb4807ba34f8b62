import type {
  Account,
  ApiKey,
  Competition,
  Device,
  IdentityLink,
  Member,
  PairingCode,
} from '../model/entities.ts';

/** All of `access` in memory: consistent and immutable. Times are epoch ms by the log's clock. */
export interface Directory {
  /** `next_offset` of `hub.membership`: every record below it is in this copy. */
  readonly version: number;
  /** The log was applied up to this time: no record with an earlier time can appear later. */
  readonly watermark: number;
  readonly decommissionedSince: number | null;
  readonly members: ReadonlyMap<string, Member>;
  /** Ids of members. */
  readonly admins: ReadonlySet<string>;
  readonly accounts: ReadonlyMap<string, Account>;
  /** Keyed by `identityKey`. */
  readonly identities: ReadonlyMap<string, IdentityLink>;
  /** Ids of accounts and members: nothing comes under these ids again. */
  readonly erased: ReadonlySet<string>;
  /** Keyed by the base64 SHA-256 of the token. */
  readonly devicesByTokenHash: ReadonlyMap<string, Device>;
  /** Keyed by `pairingCodeHash`; includes expired codes. */
  readonly pairingCodes: ReadonlyMap<string, PairingCode>;
  readonly keysByPrefix: ReadonlyMap<string, ApiKey>;
  readonly competitions: ReadonlyMap<string, Competition>;
}

export interface DirectoryKeeper {
  /**
   * The newest copy, read in the last 5 s, so that no stale rights are served.
   * @throws DirectoryUnavailable without such a copy
   */
  current(): Directory;
  /**
   * The newest copy, however old, for ingest while the database is away.
   * @throws DirectoryUnavailable before the first copy was read
   */
  currentOrStale(): Directory;
  /**
   * The copy once it shows `version` or more.
   * @throws DirectoryUnavailable after `deadlineMs`, for too many callers, and after `close`
   */
  atLeast(version: number, deadlineMs: number): Promise<Directory>;
  /**
   * A copy whose reading began after the call.
   * @throws DirectoryUnavailable without such a copy within 250 ms
   */
  renewed(): Promise<Directory>;
  /**
   * An estimate of the database clock now, epoch ms, without a statement. Slow answers make the
   * estimate lower, never higher. Infinite before the first read.
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
