import { z } from 'zod';
import { gameEventRecorded } from '../../shared/events/types/game-event-recorded.ts';
import { Withheld } from './withheld.ts';

/** `undated` and `resent_within_ms` are not stored: only the fold needs them, to find resends. */
const { undated: _, resent_within_ms: __, ...recorded } = gameEventRecorded.schema.shape;

/**
 * An event of the feed as it is stored, without `stored_at`: a row of `event`. Times are epoch ms,
 * `data` is JSON text.
 */
export const StoredEvent = z.object({
  /** The place in the feed, see `sequence.ts`. */
  seq: z.int(),
  account_id: z.string(),
  received_at: z.int(),
  ...recorded,
  /**
   * The withheld parts of the text in `data`. Tables of an earlier shape lack this column, and
   * their `data` is only a part of the plugin's event.
   */
  withheld: Withheld.nullable().optional(),
});
export type StoredEvent = z.infer<typeof StoredEvent>;

/** The columns of a `StoredEvent`. */
export const eventColumns: readonly string[] = Object.keys(StoredEvent.shape);
