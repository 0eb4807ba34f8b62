import { readCurrent } from '../../projections/access/commands/append-and-wait.ts';
import { withRequestId } from '../../projections/access/commands/command-event.ts';
import { executeCommand } from '../../projections/access/commands/execute-command.ts';
import { switchDecommission } from '../../projections/access/commands/hub/decommission-and-parked-records.ts';
import type { Directory } from '../../projections/access/directory/directory.ts';
import { isoTimeOrNull } from './iso-time.ts';
import type { OperationHub, Requested } from './operation-hub.ts';

/** The switch that tells plugins to disconnect permanently. */
export const decommissionOperations = {
  status: async (hub: OperationHub) => decommissionDocument(await readCurrent(hub)),

  /** @throws as `executeCommand` */
  switch: async (hub: OperationHub, { on, actor, requestId }: Requested<{ readonly on: boolean }>) => {
    const event = switchDecommission(await readCurrent(hub), { on, actor });
    const { directory } = await executeCommand(hub, withRequestId(event, requestId));
    return decommissionDocument(directory);
  },
} as const;

function decommissionDocument({ decommissionedSince: since }: Directory) {
  return { decommissioned: since !== null, since: isoTimeOrNull(since) };
}
