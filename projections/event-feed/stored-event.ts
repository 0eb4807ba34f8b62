import { z } from 'zod';
import { gameEventRecorded } from '../../shared/events/types/game-event-recorded.ts';
import { Withheld } from './withheld.ts';

/** Not stored: only the fold needs `undated` and `resent_within_ms`. */
const { undated: _, resent_within_ms: __, ...recorded } = gameEventRecorded.schema.shape;

/**
 * A row of `event`. Times are epoch ms, `data` is JSON text. Queries select `*`, because tables of
 * an earlier shape lack a column.
 */
export const StoredEvent = z.object({
  /** The place in the feed, see `sequence.ts`. */
  seq: z.int(),
  account_id: z.string(),
  received_at: z.int(),
  ...recorded,
  /** In tables of an earlier shape, which lack it, `data` is only a part of the plugin's event. */
  withheld: Withheld.nullable().optional(),
});
export type StoredEvent = z.infer<typeof StoredEvent>;

export const eventColumns: readonly string[] = Object.keys(StoredEvent.shape);
