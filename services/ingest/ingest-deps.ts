import type { Registry } from 'prom-client';
import type { DirectoryKeeper } from '../../projections/access/directory/directory.ts';
import type { Clock } from '../../shared/clock.ts';
import type { DefaultSharing } from '../../shared/domain/category.ts';
import type { Journal } from '../../shared/log/journal.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import type { WatchedDisk } from './http/check-disk-space.ts';
import type { IngestLimits } from './ingest-limits.ts';

/** The dependencies of the plugin endpoints. */
export interface IngestDeps {
  readonly journal: Journal;
  readonly directory: DirectoryKeeper;
  /** A pool of few connections: run short statements only. */
  readonly database: Database;
  readonly hubSecret: Buffer;
  /** The hub's name, which a plugin shows to the player; at most 64 characters. */
  readonly hubName: string;
  /**
   * The origin that messages to plugins name. Without it, messages name the origin of the request.
   */
  readonly publicUrl?: string;
  readonly clock: Clock;
  /**
   * Monotonic ms for durations, so that a step of the clock changes no limit. When a test replaces
   * `clock` alone, `clock` measures durations too.
   */
  readonly monotonicNow?: () => number;
  /** Replaces the database's clock, epoch ms, in tests. */
  readonly databaseNow?: () => number;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** No other process receives reports for this hub. */
  readonly isSoleProcess: boolean;
  readonly trustProxyHops: number;
  readonly limits: IngestLimits;
  /** Whether walked tiles are stored: `TILE_TRAIL_DAYS` is not 0. */
  readonly keepsTiles: boolean;
  /** The time for the answer to a request, ms; shorter in tests. */
  readonly deadlineMs?: number;
  /** Null when the operator runs the database, because that database reports a full disk itself. */
  readonly disk: WatchedDisk | null;
  /**
   * `DEFAULT_SHARING`: the audience of each category of a new account; `guild` for a missing
   * category.
   */
  readonly defaultSharing?: DefaultSharing;
}
