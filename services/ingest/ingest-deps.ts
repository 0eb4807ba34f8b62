import type { Registry } from 'prom-client';
import type { DirectoryKeeper } from '../../projections/access/directory/directory.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Audience, Category } from '../../shared/domain/category.ts';
import type { Journal } from '../../shared/log/journal.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import type { WatchedDisk } from './http/check-disk-space.ts';
import type { IngestLimits } from './ingest-limits.ts';

/** What the plugin endpoints need of their process. */
export interface IngestDeps {
  readonly journal: Journal;
  readonly directory: DirectoryKeeper;
  /** For short statements. */
  readonly database: Database;
  readonly hubSecret: Buffer;
  /** Shown to the player as the name of the connection; at most 64 characters. */
  readonly hubName: string;
  /** Origin at which plugins reach the hub, for messages; the request's own where it is not set. */
  readonly publicUrl?: string;
  readonly clock: Clock;
  /**
   * Monotonic ms, for durations: limits, silences and how late a report is, so that a step of the clock changes none of
   * them. When only `clock` is replaced, as tests do, it measures durations too.
   */
  readonly monotonicNow?: () => number;
  /** Replaces the database's clock, epoch ms, in tests. */
  readonly databaseNow?: () => number;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** No other process takes reports for this hub. */
  readonly soleProcess: boolean;
  readonly trustProxyHops: number;
  readonly limits: IngestLimits;
  /** In which a request is answered, ms; shorter in tests. */
  readonly deadlineMs?: number;
  /** Null where the database is the operator's own: it says itself when its disk is full. */
  readonly disk: WatchedDisk | null;
  /** `DEFAULT_SHARING`: the audience of the categories of a new account; `guild` for those left out. */
  readonly defaultSharing?: Partial<Record<Category, Exclude<Audience, 'selected'>>>;
}
