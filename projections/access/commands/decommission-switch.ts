import { decommissionSwitched } from '../../../shared/events/types/decommission-switched.ts';
import type { Directory } from '../directory/directory.ts';
import { type CommandEvent, commandEvent, type Wish } from './command-event.ts';

/**
 * While on, plugins are told to disconnect for good. Switching on what is on, or off what is off, leaves the time of the
 * last switch.
 */
export function decommissionSwitch(
  _directory: Directory,
  { on, actor }: Wish<{ readonly on: boolean }>,
): CommandEvent<typeof decommissionSwitched> {
  return commandEvent(decommissionSwitched, { subject: 'hub', actor }, { on });
}
