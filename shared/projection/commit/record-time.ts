import type { StreamRetention } from '../../events/streams.ts';

/**
 * The time of a record as folds see it. On streams kept for ever it never falls within a partition, whatever the log's
 * clock did: the largest append time so far. Elsewhere the record's own, because a rebuild may not see what came before.
 */
export function recordTimeOf(kept: StreamRetention, previous: number, appendTime: number): number {
  return kept.policy === 'forever' ? Math.max(previous, appendTime) : appendTime;
}
