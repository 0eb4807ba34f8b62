import type { DirectoryKeeper } from '../../projections/access/directory.ts';
import type { Clock } from '../../shared/clock.ts';

/** What handlers of routes use. */
export interface QueryServices {
  readonly clock: Clock;
  readonly directory: DirectoryKeeper;
}
