import { parkedRecordDropped } from '../../../shared/events/types/parked-record-dropped.ts';
import { parkedRecordRetried } from '../../../shared/events/types/parked-record-retried.ts';
import type { Directory } from '../directory/directory.ts';
import { type CommandEvent, commandEvent, type Wish } from './command-event.ts';

/** Which record it is about, and the projections that parked it. */
export type ParkedWish = Wish<{
  readonly recordId: string;
  readonly projections: readonly string[];
  /** Where the record stands in its partition. */
  readonly offset: number;
}>;

// The directory does not know what is parked: whoever gives these commands has asked the engine.

/** The projections that parked a record fold it again, with what waits behind it. */
export function parkedRetry(
  _directory: Directory,
  wish: ParkedWish,
): CommandEvent<typeof parkedRecordRetried> {
  return commandEvent(parkedRecordRetried, { subject: 'hub', actor: wish.actor }, dataOf(wish));
}

/** The projections that parked a record leave it out for good, and take what waits behind it. */
export function parkedDrop(
  _directory: Directory,
  wish: ParkedWish,
): CommandEvent<typeof parkedRecordDropped> {
  return commandEvent(parkedRecordDropped, { subject: 'hub', actor: wish.actor }, dataOf(wish));
}

function dataOf({ recordId, projections, offset }: ParkedWish) {
  return { record_id: recordId, projections: [...projections], offset };
}
