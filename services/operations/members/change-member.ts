import { CommandRefused } from '../../../projections/access/commands/command-event.ts';
import {
  type AccessCommandEvent,
  type ExecutedCommand,
  executeCommands,
} from '../../../projections/access/commands/execute-command.ts';
import { refusedMemberChange } from '../../../projections/access/commands/members/report-refused-change.ts';
import { TakenRefusal } from '../../../shared/events/types/member-change-refused.ts';
import type { OperationHub } from '../operation-hub.ts';

/**
 * Appends the refusal of a name or chat id that another member just took. Otherwise a rebuild after
 * an erasure of the other member would grant the change.
 * @throws as `executeCommands`
 */
export async function carryOutMemberChanges(
  hub: OperationHub,
  changes: readonly AccessCommandEvent[],
): Promise<ExecutedCommand> {
  try {
    return await executeCommands(hub, changes);
  } catch (error) {
    const refusal = TakenRefusal.safeParse(error instanceof CommandRefused ? error.code : null);
    if (refusal.success) {
      const told = refusedMemberChange(hub.directory.currentOrStale(), changes, refusal.data);
      // The next erasure of a member appends the refusal when this append fails.
      if (told !== null) await hub.journal.append([told]).catch(() => {});
    }
    throw error;
  }
}
