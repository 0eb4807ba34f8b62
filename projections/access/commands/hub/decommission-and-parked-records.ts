import { decommissionSwitched } from '../../../../shared/events/types/decommission-switched.ts';
import { parkedRecordDropped } from '../../../../shared/events/types/parked-record-dropped.ts';
import { parkedRecordRetried } from '../../../../shared/events/types/parked-record-retried.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, type CommandInput, commandEvent } from '../command-event.ts';

/**
 * While on, plugins are told to disconnect for good. Switching on what is on, or off what is off,
 * leaves the time of the last switch.
 */
export function switchDecommission(
  _directory: Directory,
  { on, actor }: CommandInput<{ readonly on: boolean }>,
): CommandEvent<typeof decommissionSwitched> {
  return commandEvent(decommissionSwitched, { subject: 'hub', actor }, { on });
}

/** Which record it is about, and the projections that parked it. */
export type ParkedRecordInput = CommandInput<{
  readonly recordId: string;
  readonly projections: readonly string[];
  /** The offset of the record in its partition. */
  readonly offset: number;
}>;

// The directory does not know what is parked, so the caller of these commands has asked the engine.

/** The projections that parked a record fold it again, with what waits behind it. */
export function retryParkedRecord(
  _directory: Directory,
  input: ParkedRecordInput,
): CommandEvent<typeof parkedRecordRetried> {
  return commandEvent(parkedRecordRetried, { subject: 'hub', actor: input.actor }, dataOf(input));
}

/** The projections that parked a record leave it out for good, and take what waits behind it. */
export function dropParkedRecord(
  _directory: Directory,
  input: ParkedRecordInput,
): CommandEvent<typeof parkedRecordDropped> {
  return commandEvent(parkedRecordDropped, { subject: 'hub', actor: input.actor }, dataOf(input));
}

function dataOf({ recordId, projections, offset }: ParkedRecordInput) {
  return { record_id: recordId, projections: [...projections], offset };
}
