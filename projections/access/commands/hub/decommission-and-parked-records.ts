import {
  decommissionSwitched,
  parkedRecordDropped,
  parkedRecordRetried,
} from '../../../../shared/events/membership/hub.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, type CommandInput, commandEvent } from '../command-event.ts';

/**
 * While decommission is on, plugins are told to disconnect for good. A switch to the current state
 * changes nothing, not even the time.
 */
export function switchDecommission(
  _directory: Directory,
  { on, actor }: CommandInput<{ readonly on: boolean }>,
): CommandEvent<typeof decommissionSwitched> {
  return commandEvent(decommissionSwitched, { subject: 'hub', actor }, { on });
}

export type ParkedRecordInput = CommandInput<{
  readonly recordId: string;
  readonly projections: readonly string[];
  /** The offset of the record in its partition. */
  readonly offset: number;
}>;

// The directory does not know parked records, so callers of these commands ask the engine first.

/** The projections fold the record again, and then the records that wait behind it. */
export function retryParkedRecord(
  _directory: Directory,
  input: ParkedRecordInput,
): CommandEvent<typeof parkedRecordRetried> {
  return commandEvent(parkedRecordRetried, { subject: 'hub', actor: input.actor }, dataOf(input));
}

/** The projections skip the record for good, and fold the records that wait behind it. */
export function dropParkedRecord(
  _directory: Directory,
  input: ParkedRecordInput,
): CommandEvent<typeof parkedRecordDropped> {
  return commandEvent(parkedRecordDropped, { subject: 'hub', actor: input.actor }, dataOf(input));
}

function dataOf({ recordId, projections, offset }: ParkedRecordInput) {
  return { record_id: recordId, projections: [...projections], offset };
}
