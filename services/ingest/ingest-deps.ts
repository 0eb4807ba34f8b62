import type { Registry } from 'prom-client';
import type { DirectoryKeeper } from '../../projections/access/directory/directory.ts';
import type { Clock } from '../../shared/clock.ts';
import type { DefaultSharing } from '../../shared/domain/category.ts';
import type { Journal } from '../../shared/log/journal.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import type { WatchedDisk } from './http/check-disk-space.ts';
import type { IngestLimits } from './ingest-limits.ts';

export interface IngestDeps {
  readonly journal: Journal;
  readonly directory: DirectoryKeeper;
  /** A pool of few connections: run short statements only. */
  readonly database: Database;
  readonly hubSecret: Buffer;
  /** Shown to the player; at most 64 characters. */
  readonly hubName: string;
  /** The origin in messages to plugins; by default the origin of the request. */
  readonly publicUrl?: string;
  readonly clock: Clock;
  /** Replaces the database's clock in tests, epoch ms. */
  readonly databaseNow?: () => number;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** No other process receives reports for this hub. */
  readonly isSoleProcess: boolean;
  readonly trustProxyHops: number;
  readonly limits: IngestLimits;
  /** `TILE_TRAIL_DAYS` is not 0. */
  readonly keepsTiles: boolean;
  /** Ms for the answer to a request. */
  readonly deadlineMs?: number;
  /** Null when the operator runs the database. */
  readonly disk: WatchedDisk | null;
  /** `DEFAULT_SHARING`: the audience of a new account's categories; `guild` if missing. */
  readonly defaultSharing?: DefaultSharing;
}
