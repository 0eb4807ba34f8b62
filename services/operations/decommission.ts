import { readCurrent } from '../../projections/access/commands/append-and-wait.ts';
import { carryOut } from '../../projections/access/commands/carry-out.ts';
import { asRequested } from '../../projections/access/commands/command-event.ts';
import { decommissionSwitch } from '../../projections/access/commands/decommission-switch.ts';
import type { Directory } from '../../projections/access/directory/directory.ts';
import { isoTimeOrNull } from './iso-time.ts';
import type { OperationHub, Requested } from './operation-hub.ts';

/** The switch by which plugins are told to disconnect for good. */
export const decommissionOperations = {
  status: async (hub: OperationHub) => decommissionDocument(await readCurrent(hub)),

  /** @throws as `carryOut` */
  switch: async (hub: OperationHub, { on, actor, requestId }: Requested<{ readonly on: boolean }>) => {
    const event = decommissionSwitch(await readCurrent(hub), { on, actor });
    const { directory } = await carryOut(hub, asRequested(event, requestId));
    return decommissionDocument(directory);
  },
} as const;

function decommissionDocument({ decommissionedSince: since }: Directory) {
  return { decommissioned: since !== null, since: isoTimeOrNull(since) };
}
